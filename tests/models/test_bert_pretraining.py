"""What a reader may rely on about BERT's two pre-training heads; the reference is `transformers` on the same weights."""

import torch
from transformers import BertConfig as TheirConfig
from transformers import BertForPreTraining

from course_lib.models.bert import BertConfig, load_published
from course_lib.models.bert_pretraining import BertForPretraining


def test_both_heads_are_those_of_transformers(device, rng):
    sizes = BertConfig(vocab_size=30, depth=2, d_model=24, num_heads=3, d_hidden=40, max_len=12)
    options = TheirConfig(
        vocab_size=30,
        hidden_size=24,
        num_hidden_layers=2,
        num_attention_heads=3,
        intermediate_size=40,
        max_position_embeddings=12,
        attn_implementation="eager",
    )
    theirs = BertForPreTraining(options).eval()
    for parameter in theirs.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    theirs = theirs.to(device, torch.float64)
    ours = BertForPretraining(sizes).to(device, torch.float64)
    load_published(ours.bert, theirs.bert.state_dict())
    head = theirs.cls.predictions
    with torch.no_grad():
        ours.transform.load_state_dict(head.transform.dense.state_dict())
        ours.norm.gamma.copy_(head.transform.LayerNorm.weight)
        ours.norm.beta.copy_(head.transform.LayerNorm.bias)
        ours.bias.copy_(head.bias)
        ours.next_sentence.weight.copy_(theirs.cls.seq_relationship.weight.flip(0))  # they call "follows" 0, we call it 1
        ours.next_sentence.bias.copy_(theirs.cls.seq_relationship.bias.flip(0))
    ids = torch.randint(30, (3, 9), device=device, generator=rng)
    segments = torch.randint(2, (3, 9), device=device, generator=rng)
    mask = torch.arange(9, device=device) < torch.tensor([[9], [7], [4]], device=device)
    with torch.no_grad():
        expected = theirs(ids, attention_mask=mask.long(), token_type_ids=segments)
        tokens, follows = ours(ids, mask, segments)
    torch.testing.assert_close(tokens[mask], expected.prediction_logits[mask])
    torch.testing.assert_close(follows, expected.seq_relationship_logits.flip(-1))


def test_the_head_for_tokens_shares_the_embedding_table():
    model = BertForPretraining(BertConfig(vocab_size=10, depth=1, d_model=8, num_heads=2, d_hidden=16, max_len=12))
    names = dict(model.named_parameters())
    assert [name for name, value in names.items() if value.shape == (10, 8)] == ["bert.tokens.weight"]
    tokens, _ = model(torch.tensor([[2, 5]]))
    tokens[0, 0, 7].backward()
    assert names["bert.tokens.weight"].grad[7].any()
