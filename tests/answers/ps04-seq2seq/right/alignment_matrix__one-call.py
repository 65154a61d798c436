"""All target positions in one call, as a larger batch."""

def alignment_matrix(decoder_states, encoder_states, score):
    B, T, _ = decoder_states.shape
    S = encoder_states.shape[1]
    rows = torch.stack([masked_softmax(score(decoder_states[:, t], encoder_states), None) for t in range(T)])
    return rows.transpose(0, 1).reshape(B, T, S)
