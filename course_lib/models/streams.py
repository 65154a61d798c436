"""Text, pictures and sounds in one sequence: every token of every kind may look at every other.

Letters: B batch   D width   L_m length of stream m
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from course_lib.layers.checks import check_images
from course_lib.layers.patches import grid, join_streams, patchify
from course_lib.layers.positions import sinusoidal_positions
from course_lib.models.checks import check_heads, check_ids, check_sizes
from course_lib.models.transformer import Encoder, EncoderConfig

KINDS = ("text", "image", "audio")


@dataclass(frozen=True, kw_only=True)
class StreamsConfig:
    """The sizes of a model of one stream.

    Args:
        vocab_size: V of the text.
        image_size: (height, width) of the pictures, one channel.
        audio_size: (frequencies, frames) of the spectrograms.
        patch_size: p, which must divide all four.
        num_classes: classes of the question asked about the whole.
        depth: number of blocks.
        d_model: D.
        num_heads: H, which must divide D.
        d_hidden: width inside the feed-forward layers.

    Raises:
        ValueError: the heads do not divide the width, or a size is below 1.

    Source: DNN 16.11.1.

    >>> StreamsConfig(vocab_size=20, num_classes=2).depth
    2
    """

    vocab_size: int
    num_classes: int
    image_size: tuple[int, int] = (8, 8)
    audio_size: tuple[int, int] = (16, 16)
    patch_size: int = 4
    depth: int = 2
    d_model: int = 32
    num_heads: int = 4
    d_hidden: int = 64

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, num_classes=self.num_classes, depth=self.depth, d_hidden=self.d_hidden)
        check_heads(self.d_model, self.num_heads)


class StreamModel(nn.Module):
    """Answer a question about a text, a picture and a sound that belong together. Any of them may be missing.

    Args:
        config: the sizes.

    Raises:
        ValueError: the patch size does not divide a picture.

    Source: DNN 16.11.1.

    >>> model = StreamModel(StreamsConfig(vocab_size=20, num_classes=2))
    >>> model(text=torch.tensor([[4, 5]]), image=torch.zeros(1, 1, 8, 8)).shape
    torch.Size([1, 2])
    """

    def __init__(self, config: StreamsConfig) -> None:
        super().__init__()
        self.config, d, p = config, config.d_model, config.patch_size
        for size in (config.image_size, config.audio_size):
            grid(*size, p)
        self.tokens = nn.Embedding(config.vocab_size, d)
        self.image_projection, self.audio_projection = nn.Linear(p * p, d), nn.Linear(p * p, d)
        self.modality = nn.Parameter(torch.randn(len(KINDS), d) * 0.5)
        self.answer = nn.Parameter(torch.randn(1, 1, d) * 0.5)
        sizes = EncoderConfig(depth=config.depth, d_model=d, num_heads=config.num_heads, d_hidden=config.d_hidden)
        self.encoder = Encoder(sizes)
        self.head = nn.Linear(d, config.num_classes)

    def forward(self, text: Tensor | None = None, image: Tensor | None = None, audio: Tensor | None = None) -> Tensor:
        """Score the classes.

        Args:
            text: LongTensor (B, L).
            image: (B, 1, height, width).
            audio: (B, 1, frequencies, frames).

        Returns:
            Logits, (B, num_classes).

        Raises:
            ValueError: nothing is given.

        Source: DNN 16.11.1.

        >>> StreamModel(StreamsConfig(vocab_size=20, num_classes=3))(audio=torch.zeros(2, 1, 16, 16)).shape
        torch.Size([2, 3])
        """
        joined, _ = self.stream(text, image, audio)
        states = self.encoder(torch.cat([self.answer.expand(len(joined), -1, -1), joined], 1))
        return self.head(states[:, 0])

    def stream(self, text: Tensor | None = None, image: Tensor | None = None, audio: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Lay what is given end to end.

        Args:
            text: LongTensor (B, L).
            image: (B, 1, height, width).
            audio: (B, 1, frequencies, frames).

        Returns:
            (B, sum L_m, D), and a LongTensor (sum L_m,) of places in `KINDS`.

        Raises:
            ValueError: nothing is given, a picture or sound has more than one channel, or the batches differ.

        Source: DNN 16.11.1.

        >>> model = StreamModel(StreamsConfig(vocab_size=20, num_classes=2))
        >>> model.stream(text=torch.tensor([[4, 5]]), image=torch.zeros(1, 1, 8, 8))[1].tolist()
        [0, 0, 1, 1, 1, 1]
        """
        parts: dict[int, Tensor] = {}
        if text is not None:
            check_ids(text, self.config.vocab_size)
            parts[0] = self.tokens(text)
        if image is not None:
            check_images(image, 1)
            parts[1] = self.image_projection(patchify(image, self.config.patch_size))
        if audio is not None:
            check_images(audio, 1)
            parts[2] = self.audio_projection(patchify(audio, self.config.patch_size))
        if not parts:
            raise ValueError("nothing is given: pass a text, an image or an audio")
        # Each stream counts its own positions: where a patch was in its picture, a word in its sentence.
        placed = [x + sinusoidal_positions(x.shape[1], x.shape[2]).to(x) for x in parts.values()]
        present = torch.tensor(list(parts), device=placed[0].device)
        joined, kind = join_streams(placed, self.modality[present])
        return joined, present[kind]


class LateFusion(nn.Module):
    """The baseline: each kind read alone and summed up in one vector; they meet only at the end.

    Args:
        config: the sizes.

    Source: DNN 16.11.1.

    >>> model = LateFusion(StreamsConfig(vocab_size=20, num_classes=2))
    >>> model(text=torch.tensor([[4, 5]]), image=torch.zeros(1, 1, 8, 8)).shape
    torch.Size([1, 2])
    """

    def __init__(self, config: StreamsConfig) -> None:
        super().__init__()
        self.config = config
        self.readers = nn.ModuleList(StreamModel(config) for _ in KINDS)
        for reader in self.readers:
            reader.head = nn.Identity()
        self.head = nn.Linear(len(KINDS) * config.d_model, config.num_classes)

    def forward(self, text: Tensor | None = None, image: Tensor | None = None, audio: Tensor | None = None) -> Tensor:
        """Score the classes; arguments and result as `StreamModel.forward`."""
        given = [x for x in (text, image, audio) if x is not None]
        if not given:
            raise ValueError("nothing is given: pass a text, an image or an audio")
        nothing = torch.zeros(len(given[0]), self.config.d_model, device=given[0].device)
        inputs = dict(zip(KINDS, (text, image, audio), strict=True))
        read = [reader(**{kind: x}) if x is not None else nothing for reader, (kind, x) in zip(self.readers, inputs.items(), strict=True)]
        return self.head(torch.cat(read, -1))
