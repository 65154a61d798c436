"""ELMo: a vector for a word in its sentence, from two language models that read it from both ends.

One objective trains both directions. They share the token layer and the softmax; only the LSTMs are separate.
Letters: B batch   L tokens   D width of one direction   N layers of LSTM   V vocabulary
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from course_lib.text.checks import check_count, check_rows


def elmo_mix(layers: Tensor, weights: Tensor, gamma: float | Tensor) -> Tensor:
    """Mix the layers of a model with learnt shares: each task decides which layers it reads.

    Args:
        layers: (N, ..., D), the lowest first.
        weights: (N,), before the softmax that makes shares of them.
        gamma: scale of the whole, a float or a 0-d tensor.

    Returns:
        gamma * sum_n softmax(weights)_n layers_n, (..., D), in the dtype of `layers`.

    Raises:
        ValueError: there is not one weight for each layer.

    Source: Peters et al. 2018, equation 1; LLM 2, "Word Representations".

    >>> elmo_mix(torch.tensor([[2.0], [4.0]]), torch.zeros(2), gamma=10.0).tolist()
    [30.0]
    """
    if weights.shape != layers.shape[:1]:
        raise ValueError(f"{len(layers)} layers and weights of shape {tuple(weights.shape)}: each layer needs one weight")
    wide = torch.promote_types(layers.dtype, torch.float32)
    shares = weights.to(wide).softmax(0)
    return (gamma * torch.tensordot(shares, layers.to(wide), dims=1)).to(layers.dtype)


class ElmoMix(nn.Module):
    """`elmo_mix` with its weights and scale as parameters of a task.

    Args:
        num_layers: N, the token layer included.

    Source: Peters et al. 2018, equation 1.

    >>> ElmoMix(3)(torch.ones(3, 1, 2, 4)).shape
    torch.Size([1, 2, 4])
    """

    def __init__(self, num_layers: int) -> None:
        super().__init__()
        self.weights, self.gamma = nn.Parameter(torch.zeros(num_layers)), nn.Parameter(torch.ones(()))

    def forward(self, layers: Tensor) -> Tensor:
        """(N, ..., D) -> (..., D)."""
        return elmo_mix(layers, self.weights, self.gamma)


def reverse_padded(x: Tensor, lengths: Tensor) -> Tensor:
    """Turn each row round within its own length; padding stays where it is.

    Args:
        x: (B, L) or (B, L, ...).
        lengths: LongTensor (B,), real tokens of each row.

    Returns:
        A tensor of the same shape.

    Source: ours.

    >>> reverse_padded(torch.tensor([[1, 2, 3], [4, 5, 0]]), torch.tensor([3, 2])).tolist()
    [[3, 2, 1], [5, 4, 0]]
    """
    places = torch.arange(x.shape[1], device=x.device)
    source = torch.where(places < lengths[:, None], lengths[:, None] - 1 - places, places)
    return x[torch.arange(len(x), device=x.device)[:, None], source]


class Elmo(nn.Module):
    """A language model that reads left to right, another that reads right to left, and their states side by side.

    Args:
        vocab_size: V.
        d_model: D, the width of the token layer and of each direction.
        num_layers: N, LSTM layers in each direction.

    Raises:
        ValueError: a size is below 1.

    Source: Peters et al. 2018, section 3; LLM 2, "Word Representations".

    >>> model = Elmo(vocab_size=10, d_model=4, num_layers=2)
    >>> model(torch.tensor([[3, 1, 2]])).shape               # token layer and two of LSTM; two directions side by side
    torch.Size([3, 1, 3, 8])
    """

    def __init__(self, vocab_size: int, d_model: int, num_layers: int = 2) -> None:
        super().__init__()
        for name, size in (("vocab_size", vocab_size), ("d_model", d_model), ("num_layers", num_layers)):
            check_count(name, size)
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.forward_lstms = nn.ModuleList(nn.LSTM(d_model, d_model, batch_first=True) for _ in range(num_layers))
        self.backward_lstms = nn.ModuleList(nn.LSTM(d_model, d_model, batch_first=True) for _ in range(num_layers))
        self.softmax = nn.Linear(d_model, vocab_size)

    def forward(self, ids: Tensor, lengths: Tensor | None = None) -> Tensor:
        """Give every layer's state for every token.

        Args:
            ids: LongTensor (B, L), padded at the end.
            lengths: LongTensor (B,), real tokens of each row; None means all are.

        Returns:
            (N + 1, B, L, 2D): layer 0 is the token twice over, without context; above, what was read from the left and from the
            right, the token itself included in both.

        Raises:
            TypeError: the ids are not whole numbers.
            IndexError: an id is outside the vocabulary.
            ValueError: the ids are not (B, L), or a length is more than L.

        Source: Peters et al. 2018, section 3.2.

        >>> model = Elmo(10, 4)
        >>> layers = model(torch.tensor([[3, 1], [5, 1]]))
        >>> torch.equal(layers[0, 0, 1], layers[0, 1, 1]), torch.equal(layers[1, 0, 1], layers[1, 1, 1])
        (True, False)
        """
        lengths = self._check(ids, lengths)
        left = self.tokens(ids)
        right = reverse_padded(left, lengths)
        layers = [torch.cat([left, left], -1)]
        for ahead, back in zip(self.forward_lstms, self.backward_lstms, strict=True):
            left, right = ahead(left)[0], back(right)[0]
            layers.append(torch.cat([left, reverse_padded(right, lengths)], -1))
        return torch.stack(layers)

    def loss(self, ids: Tensor, lengths: Tensor | None = None) -> Tensor:
        """Score both directions: each token from those before it, and from those after it.

        Args:
            ids: LongTensor (B, L), padded at the end.
            lengths: LongTensor (B,), real tokens of each row; None means all are.

        Returns:
            The mean over all predictions of -log p, 0-d; 0 where no row has two tokens.

        Raises:
            TypeError, IndexError, ValueError: as in `forward`.

        Source: Peters et al. 2018, section 3.1.

        >>> model = Elmo(10, 4)
        >>> model.loss(torch.tensor([[3, 1, 2]])).shape
        torch.Size([])
        """
        lengths = self._check(ids, lengths)
        ahead, back = self(ids, lengths)[-1].chunk(2, dim=-1)
        both_real = torch.arange(1, ids.shape[1], device=ids.device) < lengths[:, None]
        states = torch.cat([ahead[:, :-1][both_real], back[:, 1:][both_real]])
        targets = torch.cat([ids[:, 1:][both_real], ids[:, :-1][both_real]])
        return F.cross_entropy(self.softmax(states), targets, reduction="sum") / max(len(targets), 1)

    def _check(self, ids: Tensor, lengths: Tensor | None) -> Tensor:
        """Refuse what cannot be read, and give the lengths."""
        check_rows("token", ids, self.tokens.num_embeddings)
        if ids.dim() != 2:
            raise ValueError(f"ids have shape (B, L), and these have shape {tuple(ids.shape)}")
        if lengths is None:
            return torch.full((len(ids),), ids.shape[1], device=ids.device)
        if lengths.shape != ids.shape[:1]:
            raise ValueError(f"lengths have shape {tuple(lengths.shape)} and ids {tuple(ids.shape)}: each row needs one length")
        check_rows("length", lengths, ids.shape[1] + 1)
        return lengths
