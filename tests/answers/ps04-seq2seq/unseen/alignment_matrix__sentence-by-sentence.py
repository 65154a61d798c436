"""The score for one sentence at a time."""

def alignment_matrix(decoder_states, encoder_states, score):
    return torch.stack([torch.stack([score(d, e[None]).softmax(-1)[0] for d in ds]) for ds, e in zip(decoder_states, encoder_states)])
