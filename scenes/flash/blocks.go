package flash

// rule is the tile, rows by columns, that the paper of the algorithm gives for an
// SRAM of so many elements and heads of size d. Both are 0 where nothing fits.
func (p *Params) rule(elements, d int) (q, k int) {
	if d < 1 || elements < 4*d {
		return 0, 0
	}
	if p.Algo == fa2 {
		ada := p.GPU == "rtx-4090" || p.GPU == "l40s"
		q, k = kernelTile(d, ada, p.Causal, p.Dropout)
	} else {
		k = (elements + 4*d - 1) / (4 * d)
		q = min(k, d)
	}
	q, k = min(q, p.Seq), min(k, p.Seq)
	for !fits(q, k, d, elements) { // a rule that rounds up, or a kernel for more SRAM
		if q > k {
			q = (q + 1) / 2
		} else if p.Algo == fa2 {
			k = (k + 1) / 2
		} else {
			k, q = k-1, min(q, k-1)
		}
	}
	return q, k
}

// fits says that tiles of K, V and of two tensors of rows stand in an SRAM of so
// many elements. S stays in registers.
func fits(q, k, d, elements int) bool { return 2*k*d+2*q*d <= elements }

// kernelTile is the tile of FlashAttention-2's forward kernel for heads of size d,
// on the GPUs that its authors tuned it for; ada is for those of compute capability
// 8.6 and 8.9. Heads of 256 get 128×64 on an A100, but then the tile of O takes the
// place of Q in SRAM, which the fit rule does not allow.
// Source: Dao-AILab/flash-attention csrc/flash_attn/src/flash_fwd_launch_template.h:194-327
// as of commit 0251105a2fb19d2957484b7f023cd8c115286ced.
func kernelTile(d int, ada, causal, dropout bool) (q, k int) {
	switch {
	case d <= 32:
		return 128, 128
	case d <= 64:
		if dropout {
			return 128, 64
		}
		return 128, 128
	case d <= 96:
		if ada && causal {
			return 64, 64
		}
		return 128, 64
	case d <= 128:
		switch {
		case dropout, ada && !causal:
			return 128, 32
		case ada:
			return 64, 64
		}
		return 128, 64
	case d <= 192:
		if dropout {
			return 64, 64
		}
		return 128, 64
	}
	return 64, 64
}
