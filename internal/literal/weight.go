package literal

// The ranks of frequency.go are logarithms: some twelve ranks are a factor of two. Read back so, they are the probability that a
// byte of text is this one, which lets sets of bytes and texts be compared: of a set the probabilities add up, of a text they
// multiply. Bytes of real text are not independent, so a product is an estimate to choose by, never a promise.

// fractions are the twelfth parts of an octave.
var fractions = [12]float64{1, 1.0595, 1.1225, 1.1892, 1.2599, 1.3348, 1.4142, 1.4983, 1.5874, 1.6818, 1.7818, 1.8877}

// chance is about how probable b is as a byte of text: from 2^-24 to 0.2. The ranks are of a mixture of languages, of which most are
// written in ASCII; a byte beyond it is looked for, as a rule, in a text that has many.
func chance(b byte) float64 {
	rank := frequency[b]
	p := fractions[rank%12] * float64(uint32(1)<<(rank/12)) / (1 << 24)
	if b >= 0x80 {
		p *= 16
	}
	return p
}

// textChance is about how probable it is that text stands at a given place. Beyond the first bytes, a byte is counted as half: the
// start of a word tells much of its rest.
func textChance(text string) float64 {
	const full, most = 3, 8
	p := 1.0
	for i := 0; i < len(text) && i < most; i++ {
		c := chance(text[i])
		if i >= full && c < 0.25 {
			c *= 4
		}
		p *= c
	}
	return p
}
