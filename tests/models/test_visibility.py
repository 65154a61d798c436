"""What a reader may rely on about who sees whom: the measured pattern is the mask's."""

import pytest
import torch

from course_lib.layers.masks import causal_mask
from course_lib.models.visibility import FAMILIES, family, noticed


@pytest.mark.parametrize("seed", [0, 1])
def test_an_encoder_sees_all_and_a_decoder_the_past(seed):
    seen = {name: noticed(family(name, 6, 3, seed), torch.arange(6), other=12).T > 0 for name in FAMILIES[:2]}
    assert seen["encoder"].all()
    assert torch.equal(seen["decoder"], causal_mask(6))


def test_a_target_sees_all_of_its_source_and_its_own_past():
    seen = noticed(family("encoder-decoder", 5, 4), torch.arange(9), other=12).T > 0
    assert seen[:, :5].all()
    assert torch.equal(seen[:, 5:], causal_mask(4))


def test_a_token_that_is_there_already_is_refused():
    with pytest.raises(ValueError, match="replace tokens by one that is not there"):
        noticed(torch.nn.Embedding(5, 3), torch.tensor([1, 2]), other=2)


def test_another_name_is_refused():
    with pytest.raises(ValueError, match="no family"):
        family("recurrent", 4, 2)
