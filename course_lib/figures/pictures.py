"""Pictures, whole and in patches: a scene computed from shapes, small multiples of grey pictures, and maps over a grid of patches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from course_lib.figures.style import colour, diverging, figure, ink_on, sequential
from course_lib.layers.patches import grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# sky, cloud, sun, crown of a tree, trunk, grass, path
SCENE_COLOURS = ("#7fb6e6", "#eef3f7", "#f2c230", "#2f7d3b", "#7a4b26", "#8cbf52", "#cdb88a")


def scene_map(size: int = 224) -> Tensor:
    """Draw a tree under a sky from circles and edges: which of `SCENE_COLOURS` each pixel has.

    Args:
        size: height and width.

    Returns:
        LongTensor (size, size).

    Raises:
        ValueError: the size is below 1.

    Source: ours; the jigsaw puzzle of DNN 16.10.1.

    >>> corner = scene_map(56)
    >>> int(corner[0, 20]), int(corner[-1, 0])                 # sky above, grass below
    (0, 5)
    """
    if size < 1:
        raise ValueError(f"a picture is 1 pixel wide at least, not {size}")
    middle = (torch.arange(size) + 0.5) / size
    y, x = torch.meshgrid(middle, middle, indexing="ij")

    def circle(cx: float, cy: float, r: float) -> Tensor:
        return (x - cx) ** 2 + (y - cy) ** 2 < r * r

    picture = torch.zeros(size, size, dtype=torch.long)
    picture[circle(0.17, 0.28, 0.06) | circle(0.25, 0.25, 0.08) | circle(0.34, 0.28, 0.06)] = 1
    picture[circle(0.82, 0.18, 0.1)] = 2
    ground = y > 0.72 + 0.03 * torch.sin(5 * x)
    picture[ground] = 5
    picture[ground & ((x - 0.28 - 0.5 * (y - 0.72)).abs() < 0.03 + 0.35 * (y - 0.72))] = 6
    picture[((x - 0.62).abs() < 0.035) & (y > 0.45) & (y < 0.83)] = 4
    picture[circle(0.62, 0.38, 0.15) | circle(0.52, 0.46, 0.1) | circle(0.72, 0.46, 0.1)] = 3
    return picture


def scene(size: int = 224) -> Tensor:
    """The same scene as a picture in colour.

    Args:
        size: height and width.

    Returns:
        (3, size, size), from 0 to 1.

    Source: ours.

    >>> tuple(scene().shape)
    (3, 224, 224)
    """
    table = torch.tensor([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in SCENE_COLOURS])
    return table[scene_map(size)].permute(2, 0, 1)


def draw_picture(ax: Axes, image: Tensor, *, title: str = "", p: int | None = None) -> None:
    """Draw one picture, with lines between its patches.

    Args:
        ax: where.
        image: (C, H, W), grey from 0 (paper) to 1 (ink) with one channel, in colour with three.
        title: a line above.
        p: side of a patch; None draws no lines.

    Raises:
        ValueError: p does not divide the picture.

    Source: ours.

    >>> fig, ax = figure(width=2, height=2)
    >>> draw_picture(ax, torch.zeros(1, 4, 4), p=2)
    >>> len(ax.lines)
    2
    """
    _, height, width = image.shape
    shown = image.permute(1, 2, 0).numpy() if len(image) == 3 else image[0].numpy()
    ax.imshow(shown, cmap=None if len(image) == 3 else "Greys", vmin=0, vmax=1, interpolation="nearest", extent=(0, width, height, 0))
    if p is not None:
        rows, columns = grid(height, width, p)
        for i in range(1, rows):
            ax.axhline(i * p, color=colour("orange"), linewidth=1)
        for j in range(1, columns):
            ax.axvline(j * p, color=colour("orange"), linewidth=1)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(title, fontsize=11)


def plot_pictures(images: Tensor, titles: Sequence[str], *, columns: int = 6, p: int | None = None) -> Figure:
    """Draw pictures beside each other.

    Args:
        images: (B, C, H, W).
        titles: one for each.
        columns: how many stand beside each other.
        p: side of a patch, for lines between patches.

    Returns:
        A figure.

    Raises:
        ValueError: there is not one title for each picture.

    Source: ours.

    >>> len(plot_pictures(torch.zeros(2, 1, 8, 8), ["a", "b"]).axes)
    2
    """
    if len(titles) != len(images):
        raise ValueError(f"{len(images)} pictures need as many titles; got {len(titles)}")
    columns = min(columns, len(images))
    rows = -(-len(images) // columns)
    fig, axes = figure(width=min(6.4, 1.15 * columns), height=1.45 * rows, nrows=rows, ncols=columns, squeeze=False)
    for ax in axes.flat[len(images) :]:
        ax.axis("off")
    for ax, image, title in zip(axes.flat, images, titles, strict=False):
        draw_picture(ax, image, title=title, p=p)
    return fig


def draw_patch_map(ax: Axes, values: Tensor, *, title: str = "", signed: bool = False, top: float | None = None, digits: int = 2) -> None:
    """Draw one number a patch, in the patches' places.

    Args:
        ax: where.
        values: (rows, columns).
        title: a line above.
        signed: whether numbers below zero mean something.
        top: the number with the strongest colour; None takes the largest.
        digits: decimals written into the cells; 0 writes none.

    Source: ours.

    >>> fig, ax = figure(width=2, height=2)
    >>> draw_patch_map(ax, torch.eye(2), digits=1)
    >>> [text.get_text() for text in ax.texts]
    ['1.0', '0.0', '0.0', '1.0']
    """
    top = values.abs().max().item() if top is None else top
    mesh = ax.pcolormesh(
        values.numpy(),
        cmap=diverging() if signed else sequential(),
        vmin=-top if signed else 0,
        vmax=top,
        edgecolors=colour("paper"),
        linewidth=1,
    )
    for i, row in enumerate(values.tolist() if digits else []):
        for j, value in enumerate(row):
            text = f"{value + 0.0:.{digits}f}".replace("-", "\u2212")
            ax.text(j + 0.5, i + 0.5, text, ha="center", va="center", fontsize=10, color=ink_on(tuple(mesh.to_rgba(value))))
    ax.invert_yaxis()
    ax.set(xticks=[], yticks=[], aspect="equal")
    ax.set_title(title, fontsize=11)
