"""Encoder_states[:1]."""

def alignment_matrix(decoder_states, encoder_states, score):
    rows = [score(decoder_states[:, t], encoder_states[:1].expand_as(encoder_states)) for t in range(decoder_states.shape[1])]
    return torch.stack(rows, 1).softmax(-1)
