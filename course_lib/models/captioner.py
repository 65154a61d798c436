"""Pictures into words: a vision transformer reads, a text decoder writes and looks at the patches through cross-attention."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from course_lib.models.checks import check_sizes
from course_lib.models.encoder_decoder import Decoder, write
from course_lib.models.vit import ViT, ViTConfig


@dataclass(frozen=True, kw_only=True)
class CaptionerConfig:
    """The sizes of a captioner.

    Args:
        vision: the sizes of the encoder; its classes are not used.
        vocab_size: V of the captions.
        depth: blocks of the decoder.
        max_len: the longest caption accepted.

    Raises:
        ValueError: a size is below 1.

    Source: DNN 16.10.4.

    >>> vision = ViTConfig(image_size=8, patch_size=2, channels=1, depth=1, d_model=16, num_heads=2, d_hidden=32)
    >>> CaptionerConfig(vision=vision, vocab_size=20).depth
    2
    """

    vision: ViTConfig
    vocab_size: int
    depth: int = 2
    max_len: int = 64

    def __post_init__(self) -> None:
        check_sizes(vocab_size=self.vocab_size, depth=self.depth, max_len=self.max_len)


class Captioner(nn.Module):
    """Describe a picture.

    Args:
        config: the sizes.

    Source: Xu et al. 2015; Dosovitskiy et al. 2021; DNN 16.10.4.

    >>> vision = ViTConfig(image_size=8, patch_size=4, channels=1, depth=1, d_model=16, num_heads=2, d_hidden=32)
    >>> model = Captioner(CaptionerConfig(vision=vision, vocab_size=20))
    >>> model(torch.zeros(2, 1, 8, 8), torch.ones(2, 3, dtype=torch.long)).shape
    torch.Size([2, 3, 20])
    """

    def __init__(self, config: CaptionerConfig) -> None:
        super().__init__()
        self.config, v = config, config.vision
        self.encoder = ViT(v)
        self.encoder.head = nn.Identity()  # type: ignore[assignment]  # nothing to classify
        self.decoder = Decoder(config.vocab_size, config.depth, v.d_model, v.num_heads, v.d_hidden, True, config.max_len)

    def forward(self, images: Tensor, captions: Tensor) -> Tensor:
        """Score the next word after each word of a caption.

        Args:
            images: (B, C, H, W).
            captions: LongTensor (B, T), from the beginning mark on.

        Returns:
            Logits, (B, T, V).

        Raises:
            ValueError: the pictures have another size, or the caption is too long.

        Source: DNN 16.10.4.

        >>> vision = ViTConfig(image_size=8, patch_size=4, channels=1, depth=1, d_model=16, num_heads=2, d_hidden=32)
        >>> model = Captioner(CaptionerConfig(vision=vision, vocab_size=20))
        >>> model(torch.zeros(1, 1, 8, 8), torch.tensor([[1, 5]])).shape
        torch.Size([1, 2, 20])
        """
        return self.decoder(captions, self.encoder.states(images))

    def looks(self, images: Tensor, captions: Tensor) -> Tensor:
        """Show which patches each word looks at: (depth, B, H, T, N + 1), the class token in column 0."""
        return self.decoder.cross_weights(captions, self.encoder.states(images))

    @torch.no_grad()
    def describe(self, images: Tensor, max_len: int, bos_id: int = 1, eos_id: int = 2) -> Tensor:
        """Write captions, taking the best word at each step.

        Args:
            images: (B, C, H, W).
            max_len: words at most.
            bos_id: the mark that begins a caption.
            eos_id: the mark that ends one; a row that has ended repeats it.

        Returns:
            Ids, LongTensor (B, n), n <= max_len.

        Source: DNN 16.10.4.

        >>> vision = ViTConfig(image_size=8, patch_size=4, channels=1, depth=1, d_model=16, num_heads=2, d_hidden=32)
        >>> Captioner(CaptionerConfig(vision=vision, vocab_size=20)).describe(torch.zeros(2, 1, 8, 8), max_len=4).shape[0]
        2
        """
        return write(self.decoder, self.encoder.states(images), None, max_len, bos_id, eos_id)
