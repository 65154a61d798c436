"""A small convolutional network: what a vision transformer is measured against."""

from __future__ import annotations

from torch import Tensor, nn

from course_lib.layers.checks import check_images


class CNN(nn.Module):
    """Say what is in a small picture, by looking at neighbourhoods that grow.

    It knows two things a transformer has to learn: near pixels belong together, and a shape is the same shape wherever it stands.

    Args:
        channels: C of the pictures.
        num_classes: classes to tell apart.
        width: channels after the first convolution; twice as many after the second.

    Source: LeCun et al. 1998, with batch normalisation; DNN 16.10.3.

    >>> import torch
    >>> CNN(channels=1, num_classes=10)(torch.zeros(2, 1, 8, 8)).shape
    torch.Size([2, 10])
    """

    def __init__(self, channels: int, num_classes: int, width: int = 16) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(channels, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1, bias=False),
            nn.BatchNorm2d(2 * width),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
            nn.Flatten(),
        )
        self.head = nn.Linear(8 * width, num_classes)

    def forward(self, images: Tensor) -> Tensor:
        """Score the classes.

        Args:
            images: (B, C, H, W), at least 4 by 4.

        Returns:
            Logits, (B, num_classes).

        Raises:
            ValueError: these are no pictures, have other channels, or are smaller than 4 by 4.

        Source: DNN 16.10.3.

        >>> import torch
        >>> CNN(channels=3, num_classes=4)(torch.zeros(1, 3, 6, 9)).shape
        torch.Size([1, 4])
        """
        check_images(images, self.features[0].in_channels)  # type: ignore[arg-type]
        if min(images.shape[-2:]) < 4:
            raise ValueError(
                f"pictures are {images.shape[-2]} by {images.shape[-1]}: after one halving nothing is left, so 4 by 4 at least"
            )
        return self.head(self.features(images))
