package chain

// A pattern of a few short texts that end the subject, such as `\.(jpg|jpeg|png)$`, is the question how the subject ends: its last
// eight bytes, as one word, are compared with each text. A third of the time of looking for the dots (BenchmarkOps/ext_bool_hit).

const (
	maxEnds = 16 // texts
	wordLen = 8  // bytes of the longest
)

// ending is a text of at most eight bytes, as the uppermost bytes of a word.
type ending struct {
	value uint64
	shift uint8 // 64 less the bits of the text
	len   uint8
}

// findEnds fills m.ends if the links are texts that end the subject.
func (m *Matcher) findEnds(links []link) {
	last := len(links) - 1
	if last < 1 || links[last].kind != kindEnd {
		return
	}
	texts := []string{""}
	for i := range last {
		var words []string
		switch l := &links[i]; l.kind {
		case kindLiteral:
			words = []string{l.text}
		case kindOneOf:
			words = l.words
			if l.optional {
				words = append([]string{""}, words...)
			}
		case kindSlot:
			continue
		default:
			return
		}
		if len(texts)*len(words) > maxEnds {
			return
		}
		var next []string
		for _, head := range texts {
			for _, tail := range words {
				if len(head)+len(tail) > wordLen {
					return
				}
				next = append(next, head+tail)
			}
		}
		texts = next
	}
	for n := wordLen; n > 0; n-- { // the longest begins first
		for _, text := range texts {
			if len(text) == n {
				e := ending{shift: uint8(64 - 8*n), len: uint8(n)}
				for i := range n {
					e.value |= uint64(text[i]) << (8 * i)
				}
				m.ends = append(m.ends, e)
			}
		}
	}
	if len(texts) != len(m.ends) {
		m.ends = nil // one of them is empty
	}
}

// Ends reports whether the pattern is a few short texts that end the subject, which EndsWith can look for.
func (m *Matcher) Ends() bool { return m.ends != nil }

// EndsWith returns where the leftmost match begins, or -1. The pattern is one of which Ends is true, and s has eight bytes or
// more.
func (m *Matcher) EndsWith(s string) int {
	w := load64(s[len(s)-wordLen:])
	for i := range m.ends {
		if e := &m.ends[i]; w>>(e.shift&63) == e.value {
			return len(s) - int(e.len)
		}
	}
	return -1
}
