"""BART equals transformers' with the same weights, and learns to put back what was taken out."""

import torch
import torch.nn.functional as F
from transformers import BartConfig as TheirConfig
from transformers import BartForConditionalGeneration

from course_lib.models.bart import Bart, BartConfig
from course_lib.text.vocabulary import pad_batch
from course_lib.training.denoising import token_deletion

SIZES = {"vocab_size": 19, "depth": 2, "d_model": 16, "num_heads": 4, "d_hidden": 24, "max_len": 20}
SOURCE, LENGTHS, TARGET = torch.tensor([[4, 5, 6, 7], [8, 9, 1, 1]]), torch.tensor([4, 2]), torch.tensor([[2, 4, 5], [2, 6, 7]])


def tiny(**changes):
    torch.manual_seed(0)
    return Bart(BartConfig(**SIZES | changes)).eval()


def test_logits_equal_transformers_with_the_same_weights(device):
    torch.manual_seed(1)
    config = TheirConfig(
        vocab_size=19, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4, decoder_attention_heads=4,
        encoder_ffn_dim=24, decoder_ffn_dim=24, max_position_embeddings=20, init_std=0.3,
    )  # fmt: skip
    theirs = BartForConditionalGeneration(config).eval()
    theirs.final_logits_bias.normal_()
    ours = tiny().load_bart(theirs.state_dict()).to(device)
    mask = (torch.arange(4) < LENGTHS[:, None]).long()
    expected = theirs(input_ids=SOURCE, attention_mask=mask, decoder_input_ids=TARGET).logits
    torch.testing.assert_close(ours(SOURCE.to(device), LENGTHS.to(device), TARGET.to(device)).cpu(), expected, atol=5e-5, rtol=1e-4)


def test_padding_changes_nothing_and_the_future_cannot_be_seen():
    model, later = tiny().double(), TARGET.clone()
    before = model(SOURCE, LENGTHS, TARGET)
    later[:, 2] = 11
    assert torch.equal(before[:, :2], model(SOURCE, LENGTHS, later)[:, :2])
    torch.testing.assert_close(before[1:], model(SOURCE[1:, :2], LENGTHS[1:], TARGET[1:]), atol=1e-12, rtol=1e-10)


def test_it_learns_to_put_back_deleted_letters():
    """The text counts upwards, so what is missing can be known; nothing shows where it was."""
    model, g = tiny(d_model=32, depth=1, d_hidden=64).train(), torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, fused=True)
    for _ in range(100):
        starts = torch.randint(3, 11, (32,), generator=g).tolist()
        texts = [list(range(s, s + 8)) for s in starts]
        source, lengths = pad_batch([[s[0], *token_deletion(s[1:-1], 0.3, g), s[-1]] for s in texts], pad_id=1)
        target = torch.tensor([[0, *s, 2] for s in texts])
        loss = F.cross_entropy(model(source, lengths, target[:, :-1]).flatten(0, 1), target[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert model.eval().repair(torch.tensor([[5, 7, 8, 12]]), torch.tensor([4]), 9).tolist() == [[5, 6, 7, 8, 9, 10, 11, 12, 2]]
