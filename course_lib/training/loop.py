"""The training loop: draw a batch, step, and be able to stop anywhere and go on as if nothing had happened.

Gradients of several small batches add up to those of one large batch, exactly: losses are summed and divided once, by all they count.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from course_lib.training.clipping import clip_grad_norm

PRECISIONS = {"float32": None, "bfloat16": torch.bfloat16, "float16": torch.float16}


def set_seed(seed: int) -> torch.Generator:
    """Seed Python's, NumPy's and PyTorch's global generators, and make one of our own for the data.

    Args:
        seed: any whole number.

    Returns:
        A generator on the CPU with the same seed: pass it to whatever draws.

    Source: ours.

    >>> a = set_seed(3); x = torch.rand(1); b = set_seed(3)
    >>> torch.equal(x, torch.rand(1)), a.initial_seed()
    (True, 3)
    """
    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    return torch.Generator().manual_seed(seed)


def decay_groups(model: nn.Module, weight_decay: float) -> list[dict[str, Any]]:
    """Sort parameters into those that decay (matrices and tables) and those that do not (biases and scales of norms).

    Args:
        model: whose parameters.
        weight_decay: for the first group.

    Returns:
        Two groups for an optimizer.

    Source: Radford et al. 2018, section 4.1.

    >>> groups = decay_groups(nn.Sequential(nn.Linear(3, 2), nn.LayerNorm(2)), 0.1)
    >>> [(len(g["params"]), g["weight_decay"]) for g in groups]
    [(1, 0.1), (3, 0.0)]
    """
    trained = [p for p in model.parameters() if p.requires_grad]
    return [
        {"params": [p for p in trained if p.dim() >= 2], "weight_decay": weight_decay},
        {"params": [p for p in trained if p.dim() < 2], "weight_decay": 0.0},
    ]


class Trainer:
    """Train a model, step by step.

    Args:
        model: what is trained; it stays on its device.
        optimizer: over the model's parameters.
        draw: draw(generator) -> a batch of whatever `loss` takes, on the model's device. It may draw from the generator only, so that a
            resumed run sees the batches it would have seen.
        loss: loss(model, batch) -> (sum of the losses, how many there are). The sum is what makes accumulation exact: a batch with more
            tokens weighs more.
        schedule: schedule(step) -> the rate of step 1, 2, ...; a group's "lr_scale" multiplies it. None leaves the rate alone.
        accumulate: small batches for one step.
        clip: longest joint gradient; None does not clip.
        precision: "float32", or "bfloat16" or "float16" for autocast; float16 scales its losses so that small gradients survive.
        seed: of the generator that `draw` gets.

    Raises:
        ValueError: the precision is unknown, or accumulate less than 1.

    Source: Goyal et al. 2017; Micikevicius et al. 2018 (mixed precision); DNN 16.12.

    >>> from course_lib.training.optimizers import SGD
    >>> model = nn.Linear(1, 1, bias=False)
    >>> _ = nn.init.zeros_(model.weight)
    >>> def draw(generator):
    ...     return torch.ones(4, 1)
    >>> def loss(model, x):                                     # half the squared distance to 3 x: one step of rate 1 is there
    ...     return ((model(x) - 3 * x) ** 2).sum() / 2, len(x)
    >>> history = Trainer(model, SGD(model.parameters(), lr=1.0), draw, loss).run(2)
    >>> [round(entry["loss"], 4) for entry in history], model.weight.item()
    ([4.5, 0.0], 3.0)
    """

    def __init__(
        self,
        model: nn.Module,
        optimizer: torch.optim.Optimizer,
        draw: Callable[[torch.Generator], Any],
        loss: Callable[[nn.Module, Any], tuple[Tensor, int | Tensor]],
        *,
        schedule: Callable[[int], float] | None = None,
        accumulate: int = 1,
        clip: float | None = None,
        precision: str = "float32",
        seed: int = 0,
    ) -> None:
        if precision not in PRECISIONS:
            raise ValueError(f"precision is {precision!r}: it is one of {', '.join(PRECISIONS)}")
        if accumulate < 1:
            raise ValueError(f"accumulate is {accumulate}: a step needs at least one batch")
        self.model, self.optimizer, self.draw, self.loss = model, optimizer, draw, loss
        self.schedule, self.accumulate, self.clip = schedule, accumulate, clip
        self.device = next(model.parameters()).device
        self.dtype = PRECISIONS[precision]
        self.scaler = torch.amp.GradScaler(self.device.type, enabled=precision == "float16")
        self.generator = torch.Generator().manual_seed(seed)
        self.steps_done = 0
        self.history: list[dict[str, float]] = []

    def run(
        self,
        steps: int,
        *,
        log_every: int = 1,
        progress: bool = False,
        checkpoint: Path | str | None = None,
        checkpoint_every: int = 100,
    ) -> list[dict[str, float]]:
        """Train until `steps` steps have been done in all, those before a checkpoint included.

        The model is put in training mode, and left in the mode it had.

        Args:
            steps: the step to end at.
            log_every: steps between entries of the history; reading a loss makes a GPU wait.
            progress: show a bar with the loss and the time left.
            checkpoint: where to save the state; None saves nothing.
            checkpoint_every: steps between saves; the last step is always saved.

        Returns:
            The history: for each logged step "step", "loss" (mean), "lr", and "norm" of the gradient before clipping when clipping.

        Raises:
            FloatingPointError: a logged loss is not finite.

        Source: DNN 16.12.

        >>> from course_lib.training.optimizers import SGD
        >>> model = nn.Linear(1, 1)
        >>> trainer = Trainer(model, SGD(model.parameters(), lr=0.1), lambda g: torch.rand(2, 1, generator=g), lambda m, x: (m(x).sum(), 2))
        >>> [int(entry["step"]) for entry in trainer.run(6, log_every=3)]
        [3, 6]
        """
        was_training = self.model.training
        self.model.train()
        try:
            for step in _with_bar(range(self.steps_done + 1, steps + 1), self, progress):
                logged = self.step()
                if step % log_every == 0 or step == steps:
                    entry = {name: float(value) for name, value in logged.items()}
                    if not torch.isfinite(torch.tensor(entry["loss"])):
                        raise FloatingPointError(f"the loss of step {step} is {entry['loss']}: try a lower rate, clipping, or bfloat16")
                    self.history.append(entry)
                if checkpoint is not None and (step % checkpoint_every == 0 or step == steps):
                    self.save(checkpoint)
        finally:
            self.model.train(was_training)
        return self.history

    def step(self) -> dict[str, float | Tensor]:
        """Do one step: as many small batches as `accumulate` says, then one update.

        Returns:
            "step", "loss", "lr", and "norm" when clipping; tensors where reading them would make a GPU wait.

        Source: DNN 16.12.3, 16.12.4.

        >>> from course_lib.training.optimizers import SGD
        >>> model = nn.Linear(1, 1, bias=False)
        >>> _ = nn.init.ones_(model.weight)
        >>> Trainer(model, SGD(model.parameters(), lr=0.5), lambda g: torch.ones(2, 1), lambda m, x: (m(x).sum(), 2)).step()["loss"].item()
        1.0
        """
        self.steps_done += 1
        for group in self.optimizer.param_groups:
            if self.schedule is not None:
                group["lr"] = self.schedule(self.steps_done) * group.get("lr_scale", 1.0)
        self.optimizer.zero_grad(set_to_none=True)
        total, count, first = torch.zeros((), device=self.device), 0, 1
        autocast = torch.autocast(self.device.type, dtype=self.dtype) if self.dtype is not None else nullcontext()
        for i in range(self.accumulate):
            batch = self.draw(self.generator)
            with autocast:
                summed, n = self.loss(self.model, batch)
            # Divide by what the first batch counts, to keep float16 in range, and set it right below.
            first = max(int(n), 1) if i == 0 else first
            self.scaler.scale(summed / first).backward()
            total, count = total + summed.detach(), count + int(n)
        self.scaler.unscale_(self.optimizer) if self.scaler.is_enabled() else None
        factor = first / max(count, 1)
        if factor != 1.0:
            for p in self._parameters():
                if p.grad is not None:
                    p.grad.mul_(factor)
        logged: dict[str, float | Tensor] = {
            "step": self.steps_done,
            "loss": total / max(count, 1),
            "lr": self.optimizer.param_groups[0]["lr"],
        }
        if self.clip is not None:
            logged["norm"] = clip_grad_norm(self._parameters(), self.clip)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return logged

    def _parameters(self) -> Iterable[Tensor]:
        return (p for group in self.optimizer.param_groups for p in group["params"])

    def save(self, path: Path | str) -> None:
        """Write everything the next step depends on; a crash while writing leaves the last good file.

        Args:
            path: a file.

        Source: ours.

        >>> import tempfile
        >>> from course_lib.training.optimizers import SGD
        >>> model = nn.Linear(1, 1)
        >>> trainer = Trainer(model, SGD(model.parameters(), lr=0.1), lambda g: torch.rand(2, 1, generator=g), lambda m, x: (m(x).sum(), 2))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = trainer.run(3, checkpoint=folder + "/run.pt")
        ...     trainer.load(folder + "/run.pt")
        >>> trainer.steps_done
        3
        """
        path = Path(path)
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scaler": self.scaler.state_dict(),
            "steps_done": self.steps_done,
            "history": self.history,
            "data": self.generator.get_state(),
            "torch": torch.get_rng_state(),  # dropout draws from the global generators
            "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(path.name + ".part")
        torch.save(state, unfinished)
        os.replace(unfinished, path)

    def load(self, path: Path | str) -> None:
        """Go back to a saved state; on the CPU the next steps are bit for bit those the saved run would have made.

        Args:
            path: a file that `save` wrote, for the same model and optimizer.

        Raises:
            FileNotFoundError: there is no such file.
            RuntimeError: it belongs to another model.

        Source: ours.

        >>> import tempfile
        >>> from course_lib.training.optimizers import SGD
        >>> def trainer():
        ...     model = nn.Linear(1, 1)
        ...     draw, loss = (lambda g: torch.rand(2, 1, generator=g)), (lambda m, x: (m(x).sum(), 2))
        ...     return Trainer(model, SGD(model.parameters(), lr=0.1), draw, loss)
        >>> first, second = trainer(), trainer()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = first.run(3, checkpoint=folder + "/run.pt")
        ...     second.load(folder + "/run.pt")
        >>> first.run(5)[-1] == second.run(5)[-1]
        True
        """
        state = torch.load(path, map_location="cpu", weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.scaler.load_state_dict(state["scaler"])
        self.steps_done, self.history = state["steps_done"], state["history"]
        self.generator.set_state(state["data"])
        torch.set_rng_state(state["torch"])
        if state["cuda"] and torch.cuda.is_available():
            torch.cuda.set_rng_state_all(state["cuda"])


def _with_bar(steps: range, trainer: Trainer, shown: bool) -> Iterable[int]:
    """The same steps, with a bar while they are done."""
    if not shown:
        yield from steps
        return
    from rich.progress import Progress, TextColumn, TimeRemainingColumn

    with Progress(*Progress.get_default_columns()[:3], TextColumn("loss {task.fields[loss]}"), TimeRemainingColumn()) as bar:
        task = bar.add_task("training", total=steps.stop - 1, completed=steps.start - 1, loss="-")
        for step in steps:
            yield step
            bar.update(task, completed=step, loss=f"{trainer.history[-1]['loss']:.4f}" if trainer.history else "-")
