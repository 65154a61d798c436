"""Attacks that reach out of the student's process. Each is the body of a function: it returns when it succeeded, raises when refused.

CLASS is a folder with a gradebook, SOURCE a source notebook, JUDGE the process that judges, boss the warm process, PORT a listening port.
"""

BEFORE = """
import ctypes, os, sys, socket, signal, sqlite3, torch, resource
libc = ctypes.CDLL(None, use_errno=True)
boss = os.getppid()
def done(pid):
    return pid > 0 and os.waitpid(pid, 0)[1] == 0
def ok(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""

READING = {
    "read the gradebook": "sqlite3.connect(CLASS + '/gradebook.db').execute('select mark from marks').fetchall()",
    "read the gradebook's bytes": "open(CLASS + '/gradebook.db', 'rb').read()",
    "list the class": "os.listdir(CLASS)",
    "read another's submission": "open(CLASS + '/submitted.ipynb').read()",
    "read the source with its hidden tests": "open(SOURCE).read()",
    "find out how old a file is by opening its folder": "os.close(os.open(CLASS, os.O_RDONLY | os.O_DIRECTORY))",
    "read the library's references": "open(LIBRARY).read()",
    "list the library": "os.listdir(os.path.dirname(LIBRARY))",
    "read the password file": "open('/etc/passwd').read()",
    "list the home directory": "os.listdir(HOME)",
    "read the judge's environment": "open(f'/proc/{JUDGE}/environ', 'rb').read()",
    "read the judge's command line": "open(f'/proc/{JUDGE}/cmdline', 'rb').read()",
    "list the judge's files": "os.listdir(f'/proc/{JUDGE}/fd')",
    "map the judge's memory": "open(f'/proc/{JUDGE}/maps').read()",
    "open the judge's memory": "open(f'/proc/{JUDGE}/mem', 'rb').close()",
    "read the zygote's environment": "open(f'/proc/{boss}/environ', 'rb').read()",
    "open the zygote's memory to write": "open(f'/proc/{boss}/mem', 'r+b').close()",
    "enter the judge's folder": "os.listdir(f'/proc/{JUDGE}/cwd')",
    "list the processes": "os.listdir('/proc')",
}
WRITING = {
    "change a mark": "c = sqlite3.connect(CLASS + '/gradebook.db'); c.execute('update marks set mark = 100'); c.commit()",
    "empty the gradebook": "os.truncate(CLASS + '/gradebook.db', 0)",
    "remove another's submission": "os.unlink(CLASS + '/submitted.ipynb')",
    "move the gradebook away": "os.rename(CLASS + '/gradebook.db', CLASS + '/other.db')",
    "put a file into the class": "open(CLASS + '/new', 'w').write('x')",
    "make a folder in the class": "os.mkdir(CLASS + '/folder')",
    "make a symbolic link to the gradebook": "os.symlink(CLASS + '/gradebook.db', CLASS + '/link')",
    "make a hard link to the gradebook": "os.link(CLASS + '/gradebook.db', CLASS + '/hard')",
    "make a pipe in the class": "os.mkfifo(CLASS + '/pipe')",
    "open the class to all": "os.chmod(CLASS, 0o777)",
    "give a file away": "os.chown(CLASS + '/gradebook.db', -1, -1)",
    "change the time of handing in": "os.utime(CLASS + '/submitted.ipynb', (0, 0))",
    "poison an installed package": "p = os.path.dirname(torch.__file__) + '/course-attack.tmp'; open(p, 'w').close(); os.unlink(p)",
    "leave a file for the next process": "open('/var/tmp/course-attack', 'w').close(); os.unlink('/var/tmp/course-attack')",
    "leave a file in shared memory": "open('/dev/shm/course-attack', 'w').close(); os.unlink('/dev/shm/course-attack')",
}
PROCESSES = {
    "fork": "pid = libc.fork()\nif pid == 0: os._exit(0)\nassert done(pid)",
    "fork by its number": (
        "pid = libc.syscall(56 if os.uname().machine == 'x86_64' else 220, 17, 0, 0, 0, 0)\nif pid == 0: os._exit(0)\nassert done(pid)"
    ),
    "fork a bomb": "for _ in range(20):\n    pid = libc.fork()\n    if pid == 0: os._exit(0)\n    assert done(pid)",
    "leave an orphan": (
        "pid = libc.fork()\nif pid == 0:\n    os.setsid()\n    if libc.fork() == 0: signal.alarm(1); signal.pause()\n    os._exit(0)\n"
        "assert done(pid)"
    ),
    "start a program": "pid = libc.fork()\nif pid == 0: os.execv('/bin/true', ['true'])\nassert done(pid)",
    "signal the judge": "os.kill(JUDGE, 0)",
    "signal the zygote": "os.kill(boss, 0)",
    "signal a thread of the judge": "ok(libc.tgkill(JUDGE, JUDGE, 0))",
    "get a handle of the judge": "os.close(os.pidfd_open(JUDGE))",
    "slow the judge down": "os.setpriority(os.PRIO_PROCESS, JUDGE, os.getpriority(os.PRIO_PROCESS, JUDGE))",
    "slow the zygote down": "os.setpriority(os.PRIO_PROCESS, boss, os.getpriority(os.PRIO_PROCESS, boss))",
    "pin the judge to a processor": "os.sched_setaffinity(JUDGE, os.sched_getaffinity(JUDGE))",
    "pin the zygote to a processor": "os.sched_setaffinity(boss, os.sched_getaffinity(boss))",
    "change the judge's scheduling": "os.sched_setscheduler(JUDGE, os.SCHED_OTHER, os.sched_param(0))",
    "limit the judge": "resource.prlimit(JUDGE, resource.RLIMIT_CORE, resource.prlimit(JUDGE, resource.RLIMIT_CORE))",
    "leave the process group": "pid = libc.fork()\nif pid == 0: os._exit(libc.setpgid(0, 0) != 0)\nassert done(pid)",
    "raise one's own limits again": "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); ok(libc.unshare(0x400))",
    "take on an identity": "os.setuid(os.getuid())",
    "take on a group": "os.setgid(os.getgid())",
}
KERNEL = {
    "open a socket": "socket.socket().close()",
    "open a socket by the C library": "os.close(ok(libc.socket(2, 1, 0)))",
    "open a local socket": "socket.socket(socket.AF_UNIX).close()",
    "open a datagram socket": "socket.socket(type=socket.SOCK_DGRAM).close()",
    "call a service on this machine": "socket.create_connection(('127.0.0.1', PORT), 2).close()",
    "listen for others": "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); s.close()",
    "ask the kernel for its routes": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()",
    "share memory by System V": "i = ok(libc.shmget(0, 4096, 0o600)); libc.shmctl(i, 0, None)",
    "queue messages by System V": "i = ok(libc.msgget(0, 0o600)); libc.msgctl(i, 0, None)",
    "watch files": "os.close(ok(libc.inotify_init()))",
    "change the process's personality": "ok(libc.personality(0xffffffff))",
}
REACH = READING | WRITING | PROCESSES | KERNEL
