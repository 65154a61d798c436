"""Decoder_states[0]."""

def alignment_matrix(decoder_states, encoder_states, score):
    rows = [score(decoder_states[:1, t].expand(len(decoder_states), -1), encoder_states) for t in range(decoder_states.shape[1])]
    return torch.stack(rows, 1).softmax(-1)
