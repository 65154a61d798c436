"""exp(x - logsumexp(x)), half types in float32."""

def softmax(x, dim=-1):
    y = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    return (y - y.logsumexp(dim, keepdim=True)).exp().to(x.dtype)
