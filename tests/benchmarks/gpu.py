"""What a GPU is for: `python -m tests.benchmarks.gpu`, at most ten minutes on one card. On a CPU all of it runs at small sizes.

Rows go into the section of RESULTS.md that bears the card's name, one by one as they are measured. On a CPU nothing is written.
`--tests` runs the whole test suite on the card first; `--minutes 8` stops before a row that would begin later than that.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.decoding import generate_cached
from course_lib.layers.attention import attention, fast_attention
from course_lib.layers.chunked import window_attention
from course_lib.layers.experts import MoELayer
from course_lib.layers.feed_forward import FeedForward
from course_lib.layers.grouped_experts import GroupedMoE
from course_lib.layers.lora import add_lora
from course_lib.layers.sparse import sliding_window_mask
from course_lib.models.gpt import GPT, GPTConfig
from course_lib.models.static_decoding import StaticDecoder
from course_lib.training.objectives import causal_lm_loss
from course_lib.training.optimizers import FusedAdamW
from tests.benchmarks.measure import Row, compare
from tests.benchmarks.table import HEAD, keep, line

CUDA = torch.cuda.is_available()
DEVICE = torch.device("cuda" if CUDA else "cpu")
# Dense bfloat16 operations a second at the card's peak, from the makers' data sheets; a card not listed gives no share of peak.
PEAK = {"H200": 989e12, "H100": 989e12, "A100": 312e12, "L4": 121e12}
PRECISIONS = (torch.float32, torch.bfloat16)
LENGTHS = (512, 1024, 2048, 4096, 8192) if CUDA else (64, 128)


def pieces(length: int, dtype: torch.dtype, heads: int = 12) -> list[Tensor]:
    """Queries, keys and values of one sequence, or of several short ones: 16k tokens in all."""
    batch = max((16384 if CUDA else 128) // length, 1)
    return [torch.randn(batch, heads, length, 64, device=DEVICE, dtype=dtype) for _ in range(3)]


def attention_rows() -> Iterator[Row]:
    """The fast form against PyTorch's kernel and against the plain form; forward, then forward and backward."""
    for dtype in PRECISIONS:
        name = str(dtype).removeprefix("torch.")
        for length in LENGTHS:
            q, k, v = (x.requires_grad_() for x in pieces(length, dtype))
            sizes = f"{len(q)} x 12 heads of 64, {length} positions, {name}"
            causal = torch.ones(length, length, dtype=torch.bool, device=DEVICE).tril()

            def both_ways(run: Callable[..., Tensor], q: Tensor = q, k: Tensor = k, v: Tensor = v) -> Callable[[], object]:
                return lambda: torch.autograd.grad(run(q, k, v).square().sum(), (q, k, v))

            def ours(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
                return fast_attention(q, k, v, causal=True)

            def theirs(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
                return F.scaled_dot_product_attention(q, k, v, is_causal=True)

            with torch.no_grad():
                yield compare(
                    "fast_attention, forward", "F.scaled_dot_product_attention", partial(ours, q, k, v), partial(theirs, q, k, v), aim=1.05,
                    sizes=sizes,
                )  # fmt: skip
            what = "fast_attention, forward and backward"
            yield compare(what, "F.scaled_dot_product_attention", both_ways(ours), both_ways(theirs), aim=1.05, sizes=sizes)
            if length <= 2048:  # the plain form keeps (length, length) weights several times over

                def plain(q: Tensor, k: Tensor, v: Tensor, mask: Tensor = causal) -> Tensor:
                    return attention(q, k, v, mask)[0]

                yield compare(what, "attention, the plain form", both_ways(ours), both_ways(plain), aim=1.0, sizes=sizes, rounds=7)


def window_rows() -> Iterator[Row]:
    """FlexAttention's window against dense causal attention, and against the window as a mask."""
    reach = 256 if CUDA else 16
    for length in LENGTHS[-2:]:
        q, k, v = pieces(length, torch.bfloat16)
        sizes = f"{len(q)} x 12 heads of 64, {length} positions, reach {reach}, bfloat16"
        mask = sliding_window_mask(length, reach).to(DEVICE)
        with torch.no_grad():
            yield compare(
                "window_attention (FlexAttention)", "fast_attention with the window as a mask",
                lambda q=q, k=k, v=v: window_attention(q, k, v, reach), lambda q=q, k=k, v=v, m=mask: fast_attention(q, k, v, m),
                aim=1.0, sizes=sizes, rounds=7, warmup=3,
            )  # fmt: skip


def expert_rows() -> Iterator[Row]:
    """Grouped products against the loop over experts, and against a dense layer of the same work."""
    width, hidden, length = (512, 2048, 512) if CUDA else (32, 64, 16)
    dtype = torch.bfloat16 if CUDA else torch.float32
    layer, dense = MoELayer(width, hidden, 8, 2).to(DEVICE, dtype), FeedForward(width, 2 * hidden).to(DEVICE, dtype)
    grouped = GroupedMoE(layer)
    x = torch.randn(8, length, width, device=DEVICE, dtype=dtype)
    sizes = f"8 experts choose 2, width {width}, hidden {hidden}, {8 * length} tokens, {str(dtype).removeprefix('torch.')}"

    def step(run: Callable[[Tensor], Tensor]) -> Callable[[], object]:
        return lambda: run(x).square().sum().backward()

    mine = step(lambda x: grouped(x)[0])
    yield compare(
        "GroupedMoE, forward and backward", "MoELayer, a loop over experts", mine, step(lambda x: layer(x)[0]), aim=1.0, sizes=sizes
    )
    yield compare("GroupedMoE, forward and backward", "dense FeedForward of the same work", mine, step(dense), aim=1.6, sizes=sizes)


def gpt2() -> tuple[GPT, int, int]:
    """GPT-2's sizes (the vocabulary rounded up to a multiple of 64), batch and length; a tiny one on a CPU."""
    if not CUDA:
        return GPT(GPTConfig(vocab_size=64, context=64, num_layers=2, num_heads=2, d_model=32)), 2, 32
    return GPT(GPTConfig(vocab_size=50304)).to(DEVICE), 16, 1024


def operations(gpt: GPT, length: int) -> float:
    """Operations of forward and backward for one token: six for each weight, and twelve for each feature of each pair of a layer."""
    c = gpt.config
    weights = sum(p.numel() for p in gpt.parameters()) - gpt.positions.weight.numel()
    return 6 * weights + 12 * c.num_layers * c.d_model * length


def training_rows() -> Iterator[Row]:
    """GPT-2 small in bfloat16: tokens a second, eager and compiled."""
    torch.set_float32_matmul_precision("high")
    peak = next((value for card, value in PEAK.items() if CUDA and card in torch.cuda.get_device_name()), None)
    for compiled, aim in ((False, 150_000.0), (True, 300_000.0)):
        gpt, batch, length = gpt2()
        model = torch.compile(gpt, backend="inductor" if CUDA else "eager") if compiled else gpt
        optimizer = FusedAdamW(gpt.parameters(), lr=1e-4)
        ids = torch.randint(gpt.config.vocab_size, (batch, length), device=DEVICE)

        def step(model: nn.Module = model, optimizer: torch.optim.Optimizer = optimizer, ids: Tensor = ids) -> None:
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast(DEVICE.type, dtype=torch.bfloat16):
                loss = causal_lm_loss(model(ids), ids)
            loss.backward()
            optimizer.step()

        seconds = timed(step, rounds=20 if CUDA else 2)
        rate = batch * length / seconds
        share = f", {rate * operations(gpt, length) / peak:.0%} of peak" if peak else ""
        yield Row(
            what=f"GPT-2 small, a training step, {'compiled' if compiled else 'eager'}: tokens a second{share}",
            against="-",
            sizes=f"{sum(p.numel() for p in gpt.parameters()) / 1e6:.1f}M parameters, batch {batch} x {length}, bfloat16 autocast",
            ours=seconds,
            other=seconds,
            ratio=rate,
            noise=(1.0, 1.0),
            aim=aim,
            faster=True,
        )
        del model, optimizer
        torch._dynamo.reset()


def decoding_rows() -> Iterator[Row]:
    """Cached decoding of GPT-2 small in bfloat16, eager; and with a static cache, compiled."""
    gpt, _, _ = gpt2()
    gpt = gpt.to(torch.bfloat16 if CUDA else torch.float32).eval()
    new = 256 if CUDA else 16
    ids = torch.randint(1, 64, (1, 16), device=DEVICE)
    static = StaticDecoder(gpt, room=16 + new, compiled=True)
    sizes = f"one sequence, {new} tokens after 16"
    row = compare(
        "StaticDecoder, compiled", "generate_cached, eager", lambda: static.generate(ids, new),
        lambda: generate_cached(gpt, ids, new, temperature=0), aim=3.0, faster=True, sizes=sizes, rounds=5,
    )  # fmt: skip
    yield row
    yield Row(
        what="generate_cached, eager: tokens a second", against="-", sizes=sizes, ours=row.other, other=row.other, ratio=new / row.other,
        noise=(1.0, 1.0), aim=150.0, faster=True,
    )  # fmt: skip
    torch._dynamo.reset()


def lora_rows() -> Iterator[Row]:
    """A step with LoRA of rank 8 against full fine-tuning: time, and peak memory on a GPU."""
    steps, memory = {}, {}
    for kind in ("LoRA", "full"):
        gpt, batch, length = gpt2()
        if kind == "LoRA":
            add_lora(gpt, ["qkv", "out"], rank=8, alpha=16)
            gpt.to(DEVICE)
        optimizer = FusedAdamW([p for p in gpt.parameters() if p.requires_grad], lr=1e-4)
        ids = torch.randint(gpt.config.vocab_size, (max(batch // 4, 1), length), device=DEVICE)

        def step(gpt: GPT = gpt, optimizer: torch.optim.Optimizer = optimizer, ids: Tensor = ids) -> None:
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast(DEVICE.type, dtype=torch.bfloat16):
                loss = causal_lm_loss(gpt(ids), ids)
            loss.backward()
            optimizer.step()

        if CUDA:
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated() if CUDA else 0
        step()
        memory[kind] = (torch.cuda.max_memory_allocated() - before) / 1e9 if CUDA else 0.0
        steps[kind] = step
    peak = f"; peak memory beyond weights {memory['LoRA']:.2f} GB against {memory['full']:.2f} GB" if CUDA else ""
    yield compare(
        f"a step with LoRA of rank 8{peak}", "full fine-tuning", steps["LoRA"], steps["full"], aim=0.8, sizes="GPT-2 small", rounds=7
    )


def timed(step: Callable[[], object], rounds: int) -> float:
    """Median seconds of a step, after three that are not counted."""
    seconds = []
    for i in range(rounds + 3):
        if CUDA:
            torch.cuda.synchronize()
        start = time.perf_counter()
        step()
        if CUDA:
            torch.cuda.synchronize()
        if i >= 3:
            seconds.append(time.perf_counter() - start)
    return sorted(seconds)[len(seconds) // 2]


# What only a GPU can tell comes first: a run that is cut short has it.
GROUPS = {
    "training": training_rows,
    "decoding": decoding_rows,
    "lora": lora_rows,
    "experts": expert_rows,
    "window": window_rows,
    "attention": attention_rows,
}


def main() -> int:
    """Run the groups named, or all, and give the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help="which rows; all by default")
    parser.add_argument("--tests", action="store_true", help="run the tests of the library on this machine first")
    parser.add_argument("--minutes", type=float, default=9.0, help="begin no row after so many")
    options = parser.parse_args()
    start, failed = time.monotonic(), 0
    if options.tests:
        rooms = [f"tests/{room}" for room in ("text", "layers", "models", "training")]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "8",
            "-p",
            "no:cacheprovider",
            "-m",
            "not long",
            *rooms,
            "tests/test_decoding.py",
        ]
        failed = subprocess.run(command, check=False).returncode
    print(HEAD)
    for name in options.groups or GROUPS:
        try:
            for row in GROUPS[name]():
                print(line(row), flush=True)
                if CUDA:
                    keep(row, torch.cuda.get_device_name())
                if time.monotonic() - start > 60 * options.minutes:
                    print(f"{options.minutes:g} minutes are over; {name} and what follows it is cut short.")
                    return failed
        except (RuntimeError, NotImplementedError) as error:  # one kernel this card or build lacks must not cost the other rows
            failed = 1
            print(f"{name} stopped: {type(error).__name__}: {str(error).splitlines()[0]}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
