"""What the three families cost at the same sizes: numbers held, multiplications made, passes that wait for one another.

Letters: L blocks (of each stack), d width, n source tokens, m target tokens. Feed-forward layers are 4 d wide. Embeddings, norms, biases
and softmax are left out, as everywhere in this literature.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from course_lib.models.checks import check_sizes
from course_lib.text.checks import check_count

Family = Literal["encoder", "decoder", "encoder-decoder"]
MATRICES: dict[str, int] = {"encoder": 12, "decoder": 12, "encoder-decoder": 28}  # times L d^2


@dataclass(frozen=True, kw_only=True)
class FamilyCost:
    """What one model holds, and what one example costs it.

    Args:
        parameters: numbers in the matrices of the blocks.
        products: multiply-adds with those matrices, forward, for source and target read once, as in training.
        pairs: query-key pairs that may see each other, over all blocks; each costs 2 d multiply-adds.
        passes: runs of a stack that wait for one another when the model is used.
        kept: numbers kept until the last target token is written: keys and values of all that a later token looks at.

    Source: ours.

    >>> FamilyCost(parameters=1, products=2, pairs=3, passes=4, kept=5).passes
    4
    """

    parameters: int
    products: int
    pairs: int
    passes: int
    kept: int


def family_cost(family: Family, *, depth: int, d_model: int, source: int, target: int) -> FamilyCost:
    """Count what a family costs.

    An encoder reads source and target as one text and answers with labels. A decoder reads the source as a prompt and writes the target
    behind it. An encoder-decoder reads the source with one stack of L blocks and writes with another of L.

    Args:
        family: "encoder", "decoder" or "encoder-decoder".
        depth: L, at least 1.
        d_model: d.
        source: n, at least 1.
        target: m, 0 or more.

    Returns:
        The counts.

    Raises:
        ValueError: another family, or a size out of range.

    Source: DNN 16.5.1. The halving at equal parameters: Raffel et al. 2020, section 3.2.2.

    >>> both = family_cost("encoder-decoder", depth=6, d_model=512, source=100, target=20)
    >>> alone = family_cost("decoder", depth=14, d_model=512, source=100, target=20)          # 14 x 12 = 6 x 28: equal parameters
    >>> both.parameters == alone.parameters, alone.products / both.products, both.passes, alone.passes
    (True, 2.0, 21, 20)
    """
    if family not in MATRICES:
        raise ValueError(f"family is one of {', '.join(MATRICES)}, not {family!r}")
    check_sizes(depth=depth, d_model=d_model, source=source)
    check_count("target", target, 0)
    L, d, n, m = depth, d_model, source, target
    square, triangle = n * n, m * (m + 1) // 2
    parameters = MATRICES[family] * L * d**2
    if family == "encoder":
        return FamilyCost(parameters=parameters, products=parameters * (n + m), pairs=L * (n + m) ** 2, passes=1, kept=0)
    kept = 2 * L * d * (n + m)
    if family == "decoder":
        pairs = (n + m) * (n + m + 1) // 2
        return FamilyCost(parameters=parameters, products=parameters * (n + m), pairs=L * pairs, passes=max(m, 1), kept=kept)
    # A source token meets its encoder block (12 d^2) and the keys and values of cross-attention (2 d^2); a target token everything else.
    return FamilyCost(
        parameters=parameters,
        products=L * d**2 * ((12 + 2) * n + (4 + 2 + 8) * m),
        pairs=L * (square + triangle + n * m),
        passes=1 + m,
        kept=kept,
    )
