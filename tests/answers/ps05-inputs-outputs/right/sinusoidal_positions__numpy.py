"""Worked out in numpy."""

import numpy as np


def sinusoidal_positions(length, d_model, base=10000.0):
    angles = np.arange(length)[:, None] / np.power(base, 2 * (np.arange(d_model) // 2) / d_model)
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return torch.tensor(angles, dtype=torch.float32)
