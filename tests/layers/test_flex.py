"""Window attention by FlexAttention gives what the definition gives: uncompiled on a CPU, and on a GPU as `window_attention` calls it."""

import pytest
import torch

from course_lib.layers.attention import attention
from course_lib.layers.flex import flex_window_attention
from course_lib.layers.masks import causal_mask
from course_lib.layers.sparse import sliding_window_mask

pytestmark = pytest.mark.filterwarnings("ignore:flex_attention called without torch.compile")


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("n", "reach"), [(1, 0), (37, 5), (200, 130), (64, 0)])
def test_it_equals_attention_with_the_window_as_a_mask(device, rng, n, reach, causal):
    q, k, v = (torch.randn(2, 3, n, 16, device=device, generator=rng) for _ in range(3))
    mask = sliding_window_mask(n, reach)
    expected, _ = attention(q, k, v, (mask & causal_mask(n) if causal else mask).to(device))
    torch.testing.assert_close(
        flex_window_attention(q, k, v, reach, causal=causal), expected, atol=2e-3 if device.type == "cuda" else 1e-5, rtol=0
    )


def test_any_leading_dimensions_are_kept(device, rng):
    q, k, v = torch.randn(16, 32, device=device, generator=rng), *(torch.randn(2, 16, 32, device=device, generator=rng) for _ in range(2))
    assert flex_window_attention(q, k, v, 3).shape == (2, 16, 32)
