"""Shuts a student's process in, from inside and for good: what it may open by Landlock, what it may ask of the kernel by seccomp.

Applied in the fork after everything it needs is imported and before any line of the student's runs. Both need no privilege and hold for
every thread and whatever the process does later. What stays open: reading Python and its packages (but not `course_lib`), and computing.
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import site
import struct
import sys
import sysconfig
from pathlib import Path
from typing import Any

try:  # here and not in the fork: it looks for the library by starting a program
    seccomp: Any = importlib.import_module("pyseccomp")
except (ImportError, RuntimeError, OSError):
    seccomp = None

NR_CREATE, NR_ADD, NR_RESTRICT = 444, 445, 446  # the same numbers on every architecture
PR_SET_NO_NEW_PRIVS = 38
EXECUTE, WRITE, READ, READ_DIR, TRUNCATE, IOCTL = 1, 2, 4, 8, 1 << 14, 1 << 15
REMOVE_FILE, MAKE_FILE = 1 << 5, 1 << 8
ALL_FILES = (1 << 16) - 1
REFER = 1 << 13
CLONE_THREAD = 0x00010000

DENIED = (
    *("fork", "vfork", "execve", "execveat", "socket", "connect", "bind", "listen", "accept", "accept4"),
    *(
        "ptrace",
        "process_vm_readv",
        "process_vm_writev",
        "pidfd_open",
        "pidfd_getfd",
        "pidfd_send_signal",
        "process_madvise",
        "process_mrelease",
    ),
    *(
        "tkill",
        "rt_sigqueueinfo",
        "rt_tgsigqueueinfo",
        "kcmp",
        "move_pages",
        "migrate_pages",
        "setpriority",
        "ioprio_set",
        "sched_setscheduler",
    ),
    *("sched_setattr", "sched_setparam", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "fsopen", "fsmount", "move_mount"),
    *("open_tree", "mount_setattr", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd"),
    *("keyctl", "add_key", "request_key", "shmget", "shmat", "msgget", "semget", "mq_open", "personality", "acct", "swapon", "reboot"),
    *("init_module", "finit_module", "kexec_load", "setsid", "setpgid", "quotactl", "name_to_handle_at", "open_by_handle_at"),
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat"),
    *("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "setuid", "setgid", "setreuid", "setregid"),
    *("setresuid", "setresgid", "setgroups", "capset", "inotify_init", "inotify_init1", "fanotify_init"),
)


def missing() -> list[str]:
    """Say what this machine lacks for the guard; empty when nothing.

    Example:
        >>> all(isinstance(part, str) for part in missing())
        True
    """
    if sys.platform != "linux":
        return [f"Landlock and seccomp are Linux's; this is {sys.platform}"]
    lacking = []
    if landlock_version() < 1:
        lacking.append("Landlock: this kernel does not offer it (5.13 or newer, with landlock in /sys/kernel/security/lsm)")
    if seccomp is None:
        lacking.append("seccomp: libseccomp is not here (Debian and Ubuntu: apt install libseccomp2; pip install pyseccomp)")
    return lacking


def landlock_version() -> int:
    """Return the version of Landlock that this kernel speaks, 0 or less for none."""
    return int(_libc().syscall(ctypes.c_long(NR_CREATE), None, ctypes.c_size_t(0), ctypes.c_uint32(1)))


def close_in(rules: int) -> None:
    """Shut this process in.

    Args:
        rules: what `file_rules` returned, in this process or in the one it was forked from.

    Raises:
        OSError: the kernel refused; nothing of a student's may run then.
    """
    if _libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs")
    _call(NR_RESTRICT, ctypes.c_int(rules), ctypes.c_uint32(0))
    os.close(rules)
    restrict_calls(os.getpid())


def readable() -> list[str]:
    """List what a student's process may read: Python, its packages except `course_lib`, the system's libraries and the processor's data."""
    packages = {Path(p) for p in (*site.getsitepackages(), sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))}
    paths = [
        str(entry)
        for folder in packages
        if folder.is_dir()
        for entry in folder.iterdir()
        if "course_lib" not in entry.name.replace("-", "_")
    ]
    standard = Path(sysconfig.get_path("stdlib"))
    paths += [str(entry) for entry in standard.iterdir() if entry.name != "site-packages"]
    paths += ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo", "/etc/localtime", "/etc/ld.so.cache"]
    paths += ["/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/dev/null", "/dev/urandom", "/dev/random", "/dev/zero"]
    return paths


def file_rules(paths: list[str], scratch: str | None = None) -> int:
    """Return a descriptor of the rules that leave these paths readable, and nothing else on the file system open.

    Args:
        paths: what may be read.
        scratch: a folder in which files (no folders, no links) may be made, written and removed.
    """
    version = landlock_version()
    files = ALL_FILES if version >= 5 else ALL_FILES & ~IOCTL
    files = files if version >= 3 else files & ~TRUNCATE
    files = files if version >= 2 else files & ~REFER
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = ctypes.create_string_buffer(struct.pack("=QQQ", files, 3, 3)[:size])
    ruleset = _call(NR_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    for path in [*paths, *([scratch] if scratch else [])]:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        access = READ | READ_DIR if os.path.isdir(path) else READ
        access |= (WRITE | TRUNCATE | REMOVE_FILE | MAKE_FILE) & files if path == scratch else 0
        rule = ctypes.create_string_buffer(struct.pack("=Qi", access, place))
        _call(NR_ADD, ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0))
        os.close(place)
    return ruleset


def restrict_calls(pid: int) -> None:
    """Refuse the system calls that reach beyond this process; threads stay possible."""
    refused = seccomp.ERRNO(errno.EPERM)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in DENIED:
        try:
            rules.add_rule(refused, name)
        except (ValueError, OSError):  # a call that this architecture or this libseccomp does not know
            continue
    rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # its flags cannot be read; the C library falls back to clone
    rules.add_rule(refused, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD, 0))
    for name in ("kill", "tgkill"):
        rules.add_rule(refused, name, seccomp.Arg(0, seccomp.NE, pid))
    for name in ("prlimit64", "sched_setaffinity"):  # 0 means this process; libseccomp takes one condition an argument, so 0 alone is left
        rules.add_rule(refused, name, seccomp.Arg(0, seccomp.NE, 0))
    rules.load()


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *args: object) -> int:
    result = int(_libc().syscall(ctypes.c_long(number), *args))
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{os.strerror(ctypes.get_errno())} (Landlock, system call {number})")
    return result
