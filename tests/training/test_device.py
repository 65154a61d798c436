"""What a reader may rely on about the choice of device."""

import pytest
import torch

from course_lib.training.device import best_device


def test_the_best_device_can_compute():
    assert (torch.ones(2, device=best_device()) + 1).tolist() == [2.0, 2.0]


def test_a_graphics_card_is_preferred():
    assert (best_device().type == "cuda") == torch.cuda.is_available()


def test_a_named_device_is_taken(device):
    assert best_device(device.type).type == device.type


def test_a_device_that_is_not_here_is_named():
    with pytest.raises(ValueError, match=r"no device 'tpu' here; this machine has .*cpu"):
        best_device("tpu")
