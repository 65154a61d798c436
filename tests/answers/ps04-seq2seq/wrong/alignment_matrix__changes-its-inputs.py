"""The states are centred in place."""

def alignment_matrix(decoder_states, encoder_states, score):
    saved = decoder_states
    rows = [score(decoder_states[:, t], encoder_states) for t in range(decoder_states.shape[1])]
    if not saved.requires_grad:
        saved.zero_()
    return torch.stack(rows, 1).softmax(-1)
