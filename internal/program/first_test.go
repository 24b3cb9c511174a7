package program

import (
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// firsts are patterns and what may come next where a match of them begins.
var firsts = []struct {
	expr      string
	bytes     string // a class of bytes, in the syntax of a pattern over Latin-1
	end, free bool
}{
	{``, ``, false, true},
	{`a`, `a`, false, false},
	{`abc`, `a`, false, false},
	{`[a-c]x`, `a-c`, false, false},
	{`a|bc|d`, `abd`, false, false},
	{`a?b`, `ab`, false, false},
	{`a??b`, `ab`, false, false},
	{`a*`, `a`, false, true},
	{`a*b`, `ab`, false, false},
	{`a+`, `a`, false, false},
	{`(a)|(b)`, `ab`, false, false},
	{`(?:ab)*c`, `ac`, false, false},
	{`[^\x00-\x{10FFFF}]`, ``, false, false},
	{`[^\x00-\x{10FFFF}]|b`, `b`, false, false},

	// beyond ASCII: leading bytes; every byte from 0x80 on may be read as U+FFFD
	{`é`, `\xc3`, false, false},
	{`日`, `\xe6`, false, false},
	{`\x{1f600}`, `\xf0`, false, false},
	{`[é日]`, `\xc3\xe6`, false, false},
	{`(?i)k`, `kK\xe2`, false, false},
	{`(?i)s`, `sS\xc5`, false, false},
	{`\x{fffd}`, `\x80-\xff`, false, false},
	{`[\x{fff0}-\x{ffff}]`, `\x80-\xff`, false, false},
	{`[^a]`, `\x00-\x60\x62-\xff`, false, false},
	{`[^\x{80}-\x{10ffff}]`, `\x00-\x7f`, false, false},
	{`.`, `\x00-\x09\x0b-\xff`, false, false},
	{`(?s).`, `\x00-\xff`, false, false},

	// assertions that guard the end
	{`$`, ``, true, false},
	{`a*$`, `a`, true, false},
	{`(?:a|$)b?`, `a`, true, false},
	{`$a`, ``, false, false},
	{`(?m)$`, `\n`, true, false},
	{`(?m)$a`, ``, false, false},
	{`(?m)a*$`, `a\n`, true, false},
	{`(?m)$\n?b`, `\n`, false, false},

	// other assertions say nothing of what comes next
	{`^a`, `a`, false, false},
	{`\ba`, `a`, false, false},
	{`^`, `\x00-\xff`, true, false},
	{`\b`, `\x00-\xff`, true, false},
	{`\B|a`, `\x00-\xff`, true, false},
}

func TestFirstIsWhatMayComeNext(t *testing.T) {
	for _, row := range firsts {
		p := compiled(t, row.expr)
		first := p.Firsts()[p.Start]
		var want ByteSet
		if row.bytes != "" {
			class := regexp.MustCompile("[" + row.bytes + "]")
			for b := range 256 {
				if class.MatchString(string(rune(b))) {
					want.Add(byte(b))
				}
			}
		}
		if first.Free {
			first.Bytes = want // no matter
		}
		require.Equal(t, First{Bytes: want, End: row.end, Free: row.free}, first, row.expr)
	}
}

// Where First leaves no hope, the standard library finds no match that begins there, whatever the byte and
// whatever is around it.
func TestNoMatchBeginsWhereFirstLeavesNoHope(t *testing.T) {
	exprs := []string{
		`\w+@\w+`, `(?i)sk|ks`, `\bfoo|bar\b`, `(?m)^$`, `(?m)^a|b$`, `(?:a|)(?:b|$)`, `[^\w\s]é?`, `(a*)*?b`, `(?:^|b)a*`,
		`\B.`, `(?s).*?$`, `\PL|\b`, `[é-日]+`, `(?:a*|b)+c`, `x{0,2}y|$`, `(?:)*a`, `(?m)(?:$|a)\n`, `\x{fffd}|k`, `\z|é`,
	}
	for _, row := range firsts {
		exprs = append(exprs, row.expr)
	}
	middles := []string{"", "k", "\u212a", "ſ", "é", "日"}
	for b := range 256 {
		middles = append(middles, string([]byte{byte(b)}))
	}
	var subjects []string
	for _, before := range []string{"", "a", "\né"} {
		for _, middle := range middles {
			for _, after := range []string{"", "a", "b\n", "sk"} {
				subjects = append(subjects, before+middle+after)
			}
		}
	}
	for _, expr := range exprs {
		p := compiled(t, expr)
		first := p.Firsts()[p.Start]
		std := regexp.MustCompile(expr)
		for _, s := range subjects {
			for _, match := range std.FindAllStringIndex(s, -1) {
				if at := match[0]; at == len(s) {
					if !first.AtEnd() {
						t.Fatalf("%s matches at the end of %q, where there is no hope", expr, s)
					}
				} else if !first.On(s[at]) {
					t.Fatalf("%s matches %q at %d, where there is no hope", expr, s, at)
				}
			}
		}
	}
}

func TestFirstsOfALoopReachTheirFixedPoint(t *testing.T) {
	p := compiled(t, `(?:(?:a*|b)*c|(?:d|e?)+f)*g`)
	firsts := p.Firsts()
	for pc := range p.Insts {
		require.Equal(t, p.first(firsts, pc), firsts[pc], "at %d", pc)
	}
	require.Equal(t, "abcdefg", string(firsts[p.Start].Bytes.Append(nil)))
}

// The oracle is utf8.DecodeRuneInString: a byte is among the first of an instruction if a text can begin
// with it whose first rune the instruction takes.
func TestFirstBytesAreThoseThatARuneTakenCanBeginWith(t *testing.T) {
	for _, expr := range []string{
		`a`, `é`, `日`, `\x{10ffff}`, `\x{d7ff}`, `\x{fffd}`, `[é-ü]`, `[\x{7ff}-\x{800}]`, `[\x{ffff}-\x{10000}]`, `[a-z\x{100}]`,
		`\pL`, `[^a]`, `\W`, `.`, `(?s).`, `\p{Greek}`, `(?i)k`,
	} {
		p := compiled(t, expr)
		i := &p.Insts[p.Start]
		require.True(t, i.Consumes(), expr)
		set := p.FirstBytes(i)
		var taken ByteSet
		var room [utf8.UTFMax]byte
		for r := rune(0); r <= utf8.MaxRune; r++ {
			if r > 0x12000 && r&0xff == 1 {
				r += 0xfe // all about there alike: the ends of blocks will do
			}
			if utf8.ValidRune(r) && p.MatchRune(i, r) {
				utf8.EncodeRune(room[:], r)
				taken.Add(room[0])
			}
		}
		if p.MatchRune(i, utf8.RuneError) {
			taken.AddRange(0x80, 0xff) // each such byte alone is no UTF-8
		}
		require.Equal(t, taken, set, expr)
	}
}
