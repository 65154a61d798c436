"""With attend."""

def alignment_matrix(decoder_states, encoder_states, score):
    rows = [attend(score(decoder_states[:, t], encoder_states), encoder_states)[1] for t in range(decoder_states.shape[1])]
    return torch.stack(rows, dim=-2)
