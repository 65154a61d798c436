"""Rows put together by cat."""

def alignment_matrix(decoder_states, encoder_states, score):
    rows = [score(decoder_states.select(1, t), encoder_states).unsqueeze(1) for t in range(decoder_states.shape[1])]
    return torch.softmax(torch.cat(rows, 1), 2)
