"""All target positions in one call, as a larger batch."""

def alignment_matrix(decoder_states, encoder_states, score):
    B, T, d = decoder_states.shape
    many = encoder_states[:, None].expand(-1, T, -1, -1).reshape(B * T, *encoder_states.shape[1:])
    return score(decoder_states.reshape(B * T, d), many).view(B, T, -1).softmax(-1)
