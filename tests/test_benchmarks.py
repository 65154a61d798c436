"""The script for a GPU is known to work before there is one: all of it runs on a CPU, at small sizes, and keeps nothing of it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "tests" / "benchmarks" / "RESULTS.md"
ROWS = (
    "GPT-2 small, a training step, eager: tokens a second",
    "GPT-2 small, a training step, compiled: tokens a second",
    "StaticDecoder, compiled",
    "a step with LoRA of rank 8",
    "GroupedMoE, forward and backward",
    "window_attention (FlexAttention)",
    "fast_attention, forward",
    "fast_attention, forward and backward",
)


def test_the_gpu_script_runs_whole_on_a_cpu_and_writes_nothing():
    before = RESULTS.read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.gpu"],
        cwd=ROOT, env=os.environ | {"CUDA_VISIBLE_DEVICES": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert [row for row in ROWS if f"| {row} |" not in done.stdout] == []
    assert RESULTS.read_bytes() == before
