"""The labs of dnn16/03-encoder: what `course_lib` computes at their settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.book.labs.lab import LabOnPage, Setting


def layer_norm_lab(
    *,
    gamma: Sequence[float] = (1, 1, 1, 1),
    beta: Sequence[float] = (0, 0, 0, 0),
    eps: float = 1e-5,
    shift: float | None = None,
    order: str = "keep",
) -> Callable[[], Mapping[str, float | str]]:
    """DNN 16.3.1's token by `layer_norm`, or, with a `shift` of its neighbour, by PyTorch's batch norm over the three tokens of the lab."""

    def expected() -> Mapping[str, float | str]:
        import torch
        import torch.nn.functional as F

        from course_lib.layers.norms import layer_norm

        scale, offset = torch.tensor(gamma, dtype=torch.float64), torch.tensor(beta, dtype=torch.float64)
        batch = torch.tensor([[5, 10, -5, 25], [1, 2, 3, 4], [-4, 6, 0, 10]], dtype=torch.float64)
        if shift is None:
            result = layer_norm(batch, scale, offset, eps)[0]
            numbers: dict[str, float | str] = {"mean": 8.75, "variance": 117.1875, "deviation": (117.1875 + eps) ** 0.5}
        else:
            batch[1] += shift
            result = F.batch_norm(batch, None, None, scale, offset, training=True, eps=eps)[0]
            numbers = {f"mean-{j}": value for j, value in enumerate(batch.mean(0).tolist(), 1)}
        numbers |= {f"result-{j}": value for j, value in enumerate(result.tolist(), 1)}
        return numbers | {"order": f"The features {'keep their order.' if order == 'keep' else 'changed their order: lines cross.'}"}

    return expected


LABS = [
    LabOnPage(
        page="dnn16/03-encoder",
        lab="layer-norm",
        settings=(
            Setting(expected=layer_norm_lab()),
            Setting(
                keys=(("[data-input='gamma-4']", "ArrowDown", 2), ("[data-input='beta-2']", "ArrowUp", 3)),
                expected=layer_norm_lab(gamma=(1, 1, 1, -1), beta=(0, 3, 0, 0), order="changed"),
            ),
            Setting(keys=(("[data-input='eps']", "ArrowDown", 3),), expected=layer_norm_lab(eps=100.0)),
            Setting(
                keys=(("[data-input='over-features']", "ArrowDown", 1), ("[data-input='shift']", "ArrowRight", 5)),
                expected=layer_norm_lab(shift=5.0),
            ),
        ),
    ),
]
