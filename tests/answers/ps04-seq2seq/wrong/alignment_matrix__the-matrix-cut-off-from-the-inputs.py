"""No_grad, it is only a picture."""

def alignment_matrix(decoder_states, encoder_states, score):
    with torch.no_grad():
        rows = [score(decoder_states[:, t], encoder_states).softmax(-1) for t in range(decoder_states.shape[1])]
    return torch.stack(rows, 1)
