"""A vision transformer: a picture as a sequence of patches, read like a text.

Letters: B batch   C channels   N patches   D width   p side of a patch
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from course_lib.layers.block import EncoderBlock
from course_lib.layers.norms import LayerNorm
from course_lib.layers.patches import PatchEmbedding
from course_lib.models.bert import BiasedAttention
from course_lib.models.checks import check_heads, check_sizes


@dataclass(frozen=True, kw_only=True)
class ViTConfig:
    """The sizes of a vision transformer; the defaults are ViT-Base.

    Args:
        image_size: height and width.
        patch_size: p, which must divide the image size.
        channels: C.
        num_classes: classes to tell apart.
        depth: number of blocks.
        d_model: D.
        num_heads: heads in each block; must divide D.
        d_hidden: width inside the feed-forward layers.
        pool: "class" reads the class token, "mean" the mean over the patches.
        positions: False leaves the learnt positions at zero, an experiment: the model then cannot tell where a patch was.
        eps: of the norms.

    Raises:
        ValueError: the heads do not divide the width, a size is below 1, or `pool` is unknown.

    Source: Dosovitskiy et al. 2021, table 1; DNN 16.10.

    >>> ViTConfig(image_size=8, patch_size=2, channels=1, num_classes=10, depth=2, d_model=32, num_heads=4, d_hidden=64).pool
    'class'
    """

    image_size: int = 224
    patch_size: int = 16
    channels: int = 3
    num_classes: int = 1000
    depth: int = 12
    d_model: int = 768
    num_heads: int = 12
    d_hidden: int = 3072
    pool: Literal["class", "mean"] = "class"
    positions: bool = True
    eps: float = 1e-6

    def __post_init__(self) -> None:
        check_sizes(image_size=self.image_size, patch_size=self.patch_size, channels=self.channels, num_classes=self.num_classes)
        check_sizes(depth=self.depth, d_hidden=self.d_hidden)
        check_heads(self.d_model, self.num_heads)
        if self.pool not in ("class", "mean"):
            raise ValueError(f"pool is {self.pool!r}: it is 'class' or 'mean'")


class VisionBlock(EncoderBlock):
    """A pre-norm encoder block whose attention has biases.

    Args:
        config: the sizes.

    Source: Dosovitskiy et al. 2021, equations 2 and 3.

    >>> VisionBlock(ViTConfig(d_model=8, num_heads=2, d_hidden=16))(torch.zeros(1, 3, 8)).shape
    torch.Size([1, 3, 8])
    """

    def __init__(self, config: ViTConfig) -> None:
        super().__init__(config.d_model, config.num_heads, config.d_hidden, norm_first=True)
        self.self_attention = BiasedAttention(config.d_model, config.num_heads)
        self.norm1, self.norm2 = LayerNorm(config.d_model, config.eps), LayerNorm(config.d_model, config.eps)


class ViT(nn.Module):
    """Say what is in a picture.

    Args:
        config: the sizes.

    Raises:
        ValueError: the patch size does not divide the image size.

    Source: Dosovitskiy et al. 2021; DNN 16.10.

    >>> sizes = ViTConfig(image_size=8, patch_size=4, channels=1, num_classes=10, depth=1, d_model=8, num_heads=2, d_hidden=16)
    >>> ViT(sizes)(torch.zeros(2, 1, 8, 8)).shape
    torch.Size([2, 10])
    """

    def __init__(self, config: ViTConfig) -> None:
        super().__init__()
        self.config = config
        self.patches = PatchEmbedding(config.image_size, config.patch_size, config.channels, config.d_model)
        if not config.positions:
            self.patches.positions.requires_grad_(False).zero_()
        self.blocks = nn.ModuleList(VisionBlock(config) for _ in range(config.depth))
        self.norm = LayerNorm(config.d_model, config.eps)
        self.head = nn.Linear(config.d_model, config.num_classes)

    def forward(self, images: Tensor) -> Tensor:
        """Score the classes.

        Args:
            images: (B, C, H, W).

        Returns:
            Logits, (B, num_classes).

        Raises:
            ValueError: the pictures have another size.

        Source: Dosovitskiy et al. 2021, equation 4.

        >>> sizes = ViTConfig(image_size=8, patch_size=4, channels=3, num_classes=5, depth=1, d_model=8, num_heads=2, d_hidden=16)
        >>> ViT(sizes)(torch.zeros(1, 3, 8, 8)).shape
        torch.Size([1, 5])
        """
        states = self.states(images)
        return self.head(states[:, 0] if self.config.pool == "class" else states[:, 1:].mean(1))

    def states(self, images: Tensor) -> Tensor:
        """Give the normalised state of the class token and of each patch, (B, N + 1, D)."""
        x = self.patches(images)
        for block in self.blocks:
            x = block(x)
        return self.norm(x)

    @torch.no_grad()
    def attention_weights(self, images: Tensor) -> Tensor:
        """Show where each head of each block looks.

        Args:
            images: (B, C, H, W).

        Returns:
            (depth, B, H, N + 1, N + 1); row 0 is what the class token reads.

        Source: DNN 16.10.2.

        >>> sizes = ViTConfig(image_size=8, patch_size=4, channels=1, num_classes=10, depth=1, d_model=8, num_heads=2, d_hidden=16)
        >>> ViT(sizes).attention_weights(torch.zeros(1, 1, 8, 8)).shape
        torch.Size([1, 1, 2, 5, 5])
        """
        x, maps = self.patches(images), []
        for block in self.blocks:
            assert isinstance(block, VisionBlock)
            x, weights = block.with_weights(x)
            maps.append(weights)
        return torch.stack(maps)

    @torch.no_grad()
    def load_vit(self, state: Mapping[str, Tensor]) -> ViT:
        """Copy weights in, from the names and layout of `transformers`.

        There the patch projection is a convolution, (D, C, p, p); here a matrix over patches flattened as (row, column, channel).

        Args:
            state: `ViTForImageClassification.state_dict()`.

        Returns:
            The model itself.

        Raises:
            KeyError: a tensor is missing.
            ValueError: a shape does not fit these sizes.

        Source: `transformers`, models/vit.

        >>> sizes = ViTConfig(image_size=8, patch_size=4, channels=1, num_classes=10, depth=1, d_model=8, num_heads=2, d_hidden=16)
        >>> ViT(sizes).load_vit({})
        Traceback (most recent call last):
        KeyError: "the state has no 'vit.embeddings.cls_token': pass the state dict of a ViTForImageClassification"
        """
        for name, parameter in self.named_parameters():
            theirs = vit_name(name)
            if theirs not in state:
                raise KeyError(f"the state has no {theirs!r}: pass the state dict of a ViTForImageClassification")
            tensor = state[theirs]
            if tensor.dim() == 4:
                tensor = tensor.permute(0, 2, 3, 1).flatten(1)
            if tensor.shape != parameter.shape:
                raise ValueError(f"{theirs} has shape {tuple(tensor.shape)}; these sizes need {tuple(parameter.shape)}: check the config")
            parameter.copy_(tensor)
        return self


def vit_name(ours: str) -> str:
    """What `transformers` calls a parameter of `ViT`.

    Args:
        ours: a name out of `ViT.named_parameters()`.

    Returns:
        The name in a `ViTForImageClassification` state dict.

    Source: `transformers`, models/vit.

    >>> vit_name("blocks.0.feed_forward.w1.bias")
    'vit.layers.0.mlp.fc1.bias'
    """
    renamed = {
        "patches.class_token": "embeddings.cls_token",
        "patches.positions": "embeddings.position_embeddings",
        "patches.projection": "embeddings.patch_embeddings.projection",
        "blocks.": "layers.",
        "self_attention.": "attention.",
        "feed_forward.w1": "mlp.fc1",
        "feed_forward.w2": "mlp.fc2",
        "norm1.": "layernorm_before.",
        "norm2.": "layernorm_after.",
        "gamma": "weight",
        "beta": "bias",
    }
    if ours.startswith("head."):
        return ours.replace("head.", "classifier.")
    if ours.startswith("norm."):
        ours = ours.replace("norm.", "layernorm.")
    for a, b in renamed.items():
        ours = ours.replace(a, b)
    return "vit." + ours
