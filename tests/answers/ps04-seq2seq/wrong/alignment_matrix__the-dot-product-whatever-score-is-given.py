"""Bmm."""

def alignment_matrix(decoder_states, encoder_states, score):
    return torch.bmm(decoder_states, encoder_states[..., : decoder_states.shape[-1]].mT).softmax(-1)
