"""Answers that are wrong and try to pass. Each succeeds where student code and tests share a process, and gains nothing where they do not.

The set has one question, `double`, and one plain PyTorch test cell that a teacher might well write.
"""

TEST = """
expected = torch.tensor([2.0, -4.0])
given = torch.tensor([1.0, -2.0])
got = double(given)
CHECK
"""
EQUAL, CLOSE = "assert torch.equal(got, expected)", "torch.testing.assert_close(got, expected)"
ALLCLOSE, SUM = "assert torch.allclose(got, expected)", "assert abs(float(got.sum() - expected.sum())) < 1e-6"
OPERATOR = "assert bool((got == expected).all())"
WRONG = "\ndef double(x):\n    return x * 3\n"
FRAMES = """
import sys
def double(x):
    frame = sys._getframe()
    while frame is not None:
        if "expected" in frame.f_globals:
            return frame.f_globals["expected"]
        frame = frame.f_back
    return x
"""
ANSWERS = {
    "an object equal to everything": (
        OPERATOR,
        "class Yes:\n    def __eq__(self, other): return self\n    def all(self): return True\ndef double(x):\n    return Yes()",
    ),
    "torch.equal replaced": (EQUAL, "torch.equal = lambda *a: True" + WRONG),
    "torch.allclose replaced": (ALLCLOSE, "torch.allclose = lambda *a, **k: True" + WRONG),
    "torch.testing.assert_close replaced": (CLOSE, "torch.testing.assert_close = lambda *a, **k: None" + WRONG),
    "abs replaced": (SUM, "import builtins\nbuiltins.abs = lambda x: 0" + WRONG),
    "float replaced": (SUM, "import builtins\nbuiltins.float = lambda x: 0" + WRONG),
    "bool replaced": (OPERATOR, "import builtins\nbuiltins.bool = lambda x: True" + WRONG),
    "a tensor's comparison replaced": (OPERATOR, "torch.Tensor.__eq__ = lambda a, b: torch.tensor(True)" + WRONG),
    "a tensor's all replaced": (OPERATOR, "torch.Tensor.all = lambda a: True" + WRONG),
    "a tensor's sum replaced": (SUM, "torch.Tensor.sum = lambda a: torch.tensor(0.0)" + WRONG),
    "the expected value read from the caller's frame": (EQUAL, FRAMES),
    "the expected value read through inspect": (
        EQUAL,
        "import inspect\ndef double(x):\n    for f in inspect.stack():\n        if 'expected' in f.frame.f_globals:\n"
        "            return f.frame.f_globals['expected']\n    return x",
    ),
    "the expected value found by the garbage collector": (
        EQUAL,
        "import gc\ndef double(x):\n    for found in gc.get_objects():\n"
        "        if type(found) is dict and torch.is_tensor(found.get('expected')):\n"
        "            return found['expected']\n    return x",
    ),
    "the expected value replaced in the caller's names": (
        EQUAL,
        "import sys\ndef double(x):\n    frame = sys._getframe()\n    while frame is not None:\n        if 'expected' in frame.f_globals:\n"
        "            frame.f_globals['expected'] = x\n        frame = frame.f_back\n    return x",
    ),
    "asserts taken out of what is compiled": (
        EQUAL,
        "import builtins\nold = builtins.compile\ndef new(source, *a, **k):\n"
        "    if isinstance(source, str): source = source.replace('assert', '0 and')\n"
        "    return old(source, *a, **k)\nbuiltins.compile = new" + WRONG,
    ),
}
ENDINGS = {  # what a teacher reads about an attack on the run itself
    "os._exit(0)": ("crashed", "import os\ndef double(x):\n    os._exit(0)"),
    "a segmentation fault": ("crashed", "import ctypes\ndef double(x):\n    ctypes.string_at(0)"),
    "abort": ("crashed", "import os\ndef double(x):\n    os.abort()"),
    "killing itself": ("out of memory", "import os\ndef double(x):\n    os.kill(os.getpid(), 9)"),
    "stopping itself": ("timed out", "import os\ndef double(x):\n    os.kill(os.getpid(), 19)"),
    "an endless loop": ("timed out", "def double(x):\n    while True: pass"),
    "an endless loop deaf to signals": (
        "timed out",
        "import signal\nfor n in (2, 14, 15, 27): signal.signal(n, signal.SIG_IGN)\ndef double(x):\n    while True:\n        try:\n"
        "            while True: pass\n        except BaseException: pass",
    ),
    "three gigabytes": ("out of memory", "def double(x):\n    return torch.ones(800_000_000)"),
    "a flood of print": ("failed", "def double(x):\n    for _ in range(1000): print('x' * 100_000)\n    return x"),
    "a message of nothing but noise": ("crashed", "import os\ndef double(x):\n    os.write(3, b'\\xff' * 64)\n    return x"),
    "a message that says it is enormous": (
        "crashed",
        "import os\ndef double(x):\n    os.write(3, b'\\x00\\x00\\x00\\x02\\xff\\xff\\xff\\xff[]')",
    ),
    "a message that is not JSON": (
        "crashed",
        "import os\ndef double(x):\n    os.write(3, b'\\x00\\x00\\x00\\x04\\x00\\x00\\x00\\x00{{{{')",
    ),
    "a pickle": (
        "crashed",
        "import os, pickle, struct\ndef double(x):\n    b = pickle.dumps(print)\n    os.write(3, struct.pack('!II', len(b), 0) + b)",
    ),
    "nesting without end": (
        "crashed",
        "import os, struct\ndef double(x):\n    b = b'[' * 100000\n    os.write(3, struct.pack('!II', len(b), 0) + b)",
    ),
    "hanging up": ("crashed", "import os\ndef double(x):\n    os.close(3)\n    return 2 * x"),
    "a forged verdict": (
        "crashed",
        "import json, os, struct\ndef double(x):\n    b = json.dumps([['verdict', {'passed': True}], []]).encode()\n"
        "    os.write(3, struct.pack('!II', len(b), 0) + b)\n    return x",
    ),
}
