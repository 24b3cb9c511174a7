package syntax

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trees has patterns and what they mean, in the notation of Tree.String.
var trees = map[string][][2]string{
	"literals": {
		{``, `empty`},
		{`abc`, `"abc"`},
		{`a.b`, `cat{"a" [\x{0}-\x{9}\x{b}-\x{10ffff}] "b"}`},
		{`x]}{y`, `"x]}{y"`},
		{`\.\*\[\_é`, `".*[_\u00e9"`},
		{`\Qa.b\E.`, `cat{"a.b" [\x{0}-\x{9}\x{b}-\x{10ffff}]}`},
		{`a\Q*\E+`, `cat{"a" rep 1+{"*"}}`},
		{`\Qa*`, `"a*"`},
		{`a\E\Q\E+`, `rep 1+{"a"}`},
		{`\a\e\f\n\r\t`, `"\a\x1b\f\n\r\t"`},
		{`\cA\ca\c{\c;`, `"\x01\x01;{"`},
		{`\x\x4\x41\x{41}\x{1F600}`, `"\x00\x04AA\U0001f600"`},
		{`\0\01\012\0123`, `"\x00\x01\n\n3"`},
		{`\o{101}\N{U+41}\x{ 41 }`, `"AAA"`},
	},
	"octal numbers and backreferences": {
		{`\1(a)`, `cat{ref[1] cap1{"a"}}`},
		{`(a)\10`, `cat{cap1{"a"} "\b"}`},
		{`()()()()()()()()()()\10`, `cat{cap1{empty} cap2{empty} cap3{empty} cap4{empty} cap5{empty} cap6{empty} ` +
			`cap7{empty} cap8{empty} cap9{empty} cap10{empty} ref[10]}`},
		{`\18\377\400`, "\"\\x018\\u00ff\\u0100\""},
		{`[\1\8\18]`, `[\x{1}8]`},
		{`\214748364\811111111111111`, `"\u008c748364811111111111111"`},
	},
	"types of characters": {
		{`\d\s`, `cat{[0-9] [\x{9}-\x{d}\x{20}]}`},
		{`\w`, `[0-9A-Z_a-z]`},
		{`\D`, `[\x{0}-/:-\x{10ffff}]`},
		{`\v`, `[\x{a}-\x{d}\x{85}\x{2028}-\x{2029}]`},
		{`\h`, `[\x{9}\x{20}\x{a0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`},
		{`\N{2}\N`, `cat{rep 2{[\x{0}-\x{9}\x{b}-\x{10ffff}]} [\x{0}-\x{9}\x{b}-\x{10ffff}]}`},
		{`(?s).\N`, `cat{[\x{0}-\x{10ffff}] [\x{0}-\x{9}\x{b}-\x{10ffff}]}`},
		{`\R\X\C`, `cat{newline grapheme byte}`},
		{`(*BSR_ANYCRLF)\R`, `atomic{alt{"\r\n" [\x{a}\x{d}]}}`},
	},
	"classes": {
		{`[a]`, `"a"`},
		{`x[.]+y`, `cat{"x" rep 1+{"."} "y"}`},
		{`[abc]`, `[a-c]`},
		{`[]a]`, `[\]a]`},
		{`[^]a]`, `[\x{0}-\\\^-` + "`" + `b-\x{10ffff}]`},
		{`[a\]-]`, `[\-\]a]`},
		{`[--a]`, `[\--a]`},
		{`[a-c-e]`, `[\-a-ce]`},
		{`[\d-]`, `[\-0-9]`},
		{`[\b\n]`, `[\x{8}\x{a}]`},
		{`[\Qa-c\E-e]`, `[\-ac-e]`},
		{`[a\Q-\Ez]`, `[\-az]`},
		{`[\E\Q\E]a]`, `[\]a]`},
		{`[\E^\x{62}-\x{10ffff}]`, `[\x{0}-a]`},
		{`[\Q^a\E]`, `[\^a]`},
		{`[[:digit:][:^ascii:]]`, `[0-9\x{80}-\x{10ffff}]`},
		{`[[:xdigit:]]`, `[0-9A-Fa-f]`},
		{`[[:x]`, `[:\[x]`},
		{`[a[.b]`, `[.\[a-b]`},
		{`[^\x{0}-\x{10ffff}]`, `fail`},
		{`[\x{0}-\x{10ffff}]`, `[\x{0}-\x{10ffff}]`},
		{`(?xx)[ a - c ]`, `[a-c]`},
		{`(?x)[a b]`, `[\x{20}a-b]`},
		{`[[:<:]]`, `cat{word-boundary look{[0-9A-Z_a-z]}}`},
		{`[[:>:]]`, `cat{word-boundary look behind{[0-9A-Z_a-z]}}`},
		{`[\g]`, `"g"`},
	},
	"extended classes": {
		{`(?[ [a-z] - [aeiou] ])`, `[b-df-hj-np-tv-z]`},
		{`(?[ [a-c] & ! [b] + \d ])`, `[0-9ac]`},
		{`(?[ ( [a-c] | [x] ) ^ [bx] ])`, `[ac]`},
		{`(?[ [:digit:] & [ 0 - 4 ] ])+`, `rep 1+{[0-4]}`},
	},
	"properties": {
		{`\p{Nl}`, `[\x{16ee}-\x{16f0}\x{2160}-\x{2182}\x{2185}-\x{2188}\x{3007}\x{3021}-\x{3029}\x{3038}-\x{303a}` +
			`\x{a6e6}-\x{a6ef}\x{10140}-\x{10174}\x{10341}\x{1034a}\x{103d1}-\x{103d5}\x{12400}-\x{1246e}]`},
		{`\pZ`, `[\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}-\x{2029}\x{202f}\x{205f}\x{3000}]`},
		{`\P{^ascii}`, `[\x{0}-\x{7f}]`},
		{`\p{^ sc = tag banwa}`, `[\x{0}-\x{175f}\x{176d}\x{1771}\x{1774}-\x{10ffff}]`},
		{`\p{Tagbanwa}`, `[\x{1735}-\x{1736}\x{1760}-\x{176c}\x{176e}-\x{1770}\x{1772}-\x{1773}]`},
		{`\p{Tagb}`, `[\x{1735}-\x{1736}\x{1760}-\x{176c}\x{176e}-\x{1770}\x{1772}-\x{1773}]`},
		{`\p{Any}`, `[\x{0}-\x{10ffff}]`},
		{`\p{Xuc}`, "[$@`\\x{a0}-\\x{d7ff}\\x{e000}-\\x{10ffff}]"},
	},
	"case": {
		{`(?i)ab1`, `i"ab1"`},
		{`(?i)a1+`, `cat{i"a" rep 1+{"1"}}`},
		{`(?i)[k]`, `i"k"`},
		{`(?i)[j-k]`, `[J-Kj-k\x{212a}]`},
		{`(?i)[^s]`, `[\x{0}-RT-rt-\x{17e}\x{180}-\x{10ffff}]`},
		{`(?i)[[:upper:]]`, `[A-Za-z]`},
		{`(?i)(a)\1`, `cat{cap1{i"a"} refi[1]}`},
		{`a(?i)b|c`, `alt{cat{"a" i"b"} i"c"}`},
		{`(a(?i)b)c`, `cat{cap1{cat{"a" i"b"}} "c"}`},
		{`(?i:a)b(?i)c(?-i)d`, `cat{i"a" "b" i"c" "d"}`},
		{`(?i)a(?^)b(?^s:.)`, `cat{i"a" "b" [\x{0}-\x{10ffff}]}`},
	},
	"assertions": {
		{`^\Aa$\Z\z\G\b\B\K`, `cat{begin-text begin-text "a" end-text-newline end-text-newline end-text search-start ` +
			`word-boundary not-word-boundary keep}`},
		{`(?m)^$`, `cat{begin-line end-line}`},
	},
	"quantifiers": {
		{`ab*`, `cat{"a" rep 0+{"b"}}`},
		{`a+?b?+c{2}d{2,}?e{2,3}+`, `cat{rep 1+ lazy{"a"} rep 0-1 possessive{"b"} rep 2{"c"} rep 2+ lazy{"d"} rep 2-3 possessive{"e"}}`},
		{`a{,3}b{ 1 , 2 }`, `cat{rep 0-3{"a"} rep 1-2{"b"}}`},
		{`a{,}b{x}c{1,x}d{}`, `"a{,}b{x}c{1,x}d{}"`},
		{`(?:ab){1}a{1}+`, `cat{"ab" rep 1 possessive{"a"}}`},
		{`(?U)a+b+?`, `cat{rep 1+ lazy{"a"} rep 1+{"b"}}`},
		{`(?x) a + # comment` + "\n + b", `cat{rep 1+ possessive{"a"} "b"}`},
		{`a(?#comment)+(?#)?`, `rep 1+ lazy{"a"}`},
		{`(?=a)*(?!b){3,}`, `cat{rep 0-1{look{"a"}} rep 3-4{look not{"b"}}}`},
		{`é+`, `rep 1+{"\u00e9"}`},
	},
	"groups": {
		{`(a)(?:b)(?>c)(?<n>d)(?P<m>e)(?'o'f)`, `cat{cap1{"a"} "b" atomic{"c"} cap2{"d"} cap3{"e"} cap4{"f"}}`},
		{`(a|b|)`, `cap1{alt{"a" "b" empty}}`},
		{`(?|(a)|(b)(c))(d)`, `cat{alt{cap1{"a"} cat{cap1{"b"} cap2{"c"}}} cap3{"d"}}`},
		{`(?n)(a)(?<n>b)`, `cat{"a" cap1{"b"}}`},
		{`(*atomic:a)`, `atomic{"a"}`},
	},
	"lookaround": {
		{`(?=a)(?!b)(?<=c)(?<!d)`, `cat{look{"a"} look not{"b"} look behind{"c"} look not behind{"d"}}`},
		{`(*pla:a)(*nla:b)(*plb:c)(*nlb:d)`, `cat{look{"a"} look not{"b"} look behind{"c"} look not behind{"d"}}`},
		{`(*positive_lookahead:a)(*negative_lookbehind:b)`, `cat{look{"a"} look not behind{"b"}}`},
		{`(?*a)(?<*b)(*napla:c)(*naplb:d)`,
			`cat{look nonatomic{"a"} look nonatomic behind{"b"} look nonatomic{"c"} look nonatomic behind{"d"}}`},
		{`(?<=a|bc|d{1,3})`, `look behind{alt{"a" "bc" rep 1-3{"d"}}}`},
	},
	"backreferences": {
		{`(?<n>a)\1\g1\g{1}\g{-1}\g-1\g{ n }\k<n>\k'n'\k{ n }(?P=n)`,
			`cat{cap1{"a"} ref[1] ref[1] ref[1] ref[1] ref[1] ref[1] ref[1] ref[1] ref[1] ref[1]}`},
		{`\g{+1}(a)`, `cat{ref[1] cap1{"a"}}`},
		{`(?J)(?<n>a)(?<n>b)\k<n>`, `cat{cap1{"a"} cap2{"b"} ref[1 2]}`},
		{`(?|(?<n>a)|(?<n>b))\k<n>`, `cat{alt{cap1{"a"} cap1{"b"}} ref[1]}`},
	},
	"calls": {
		{`(?<n>a)(?1)(?-1)(?P>n)(?&n)\g<n>\g'1'\g<-1>(?R)(?0)`,
			`cat{cap1{"a"} call1 call1 call1 call1 call1 call1 call1 call0 call0}`},
		{`(?+1)(a)`, `cat{call1 cap1{"a"}}`},
		{`(?J)(?<n>a)(?<n>b)(?&n)`, `cat{cap1{"a"} cap2{"b"} call1}`},
	},
	"conditionals": {
		{`(a)(?(1)b|c)`, `cat{cap1{"a"} if set [1]{"b" "c"}}`},
		{`(a)(?(-1)b)(?(+1)c)(d)`, `cat{cap1{"a"} if set [1]{"b" empty} if set [2]{"c" empty} cap2{"d"}}`},
		{`(?<n>a)(?(<n>)b)(?('n')c)(?(n)d)`, `cat{cap1{"a"} if set [1]{"b" empty} if set [1]{"c" empty} if set [1]{"d" empty}}`},
		{`(?J)(?<n>a)(?<n>b)(?(n)c)(?(R&n)d)`, `cat{cap1{"a"} cap2{"b"} if set [1 2]{"c" empty} if called [1 2]{"d" empty}}`},
		{`(?<n>a)(?(R)b)(?(R1)c)(?(R&n)d)`, `cat{cap1{"a"} if called{"b" empty} if called 1{"c" empty} if called 1{"d" empty}}`},
		{`(?<R>a)(?<R1>b)(?(R)c)(?(R1)d)`, `cat{cap1{"a"} cap2{"b"} if set [1]{"c" empty} if set [2]{"d" empty}}`},
		{`(?(DEFINE)(?<n>a))`, `if never{cap1{"a"} empty}`},
		{`(?(?=a)b|c)(?(*nlb:a)b)`, `cat{if look{"a"}{"b" "c"} if look not behind{"a"}{"b" empty}}`},
		{`(?(VERSION>=10.4)a|b)(?(VERSION=9.1)a|b)`, `cat{if look{empty}{"a" "b"} if look not{empty}{"a" "b"}}`},
	},
	"verbs": {
		{`(*COMMIT)(*PRUNE)(*SKIP)(*THEN)`, `cat{commit prune skip then}`},
		{`(*COMMIT:a)(*PRUNE:b)(*SKIP:c)(*THEN:d)(*MARK:e)(*:f)`, `cat{commit:"a" prune:"b" skip:"c" then:"d" mark:"e" mark:"f"}`},
		{`(*PRUNE:)`, `prune`},
		{`(*ACCEPT)(*F)(*FAIL)`, `cat{accept fail fail}`},
		{`(*ACCEPT:a)?(*F:b)`, `cat{rep 0-1{cat{mark:"a" accept}} cat{mark:"b" fail}}`},
	},
	"items at the start": {
		{`(*UTF)(*NO_JIT)(*NO_START_OPT)(*NO_AUTO_POSSESS)(*LIMIT_MATCH=10)(*LF)a`, `"a"`},
		{`(*UCP)[[:digit:]x]`, ""},
	},
}

func TestPatternsMeanTheirTrees(t *testing.T) {
	for subject, table := range trees {
		t.Run(subject, func(t *testing.T) {
			for _, row := range table {
				tree, err := Parse(row[0], 0)
				require.NoError(t, err)
				if row[1] != "" {
					assert.Equal(t, row[1], tree.String(), "pattern %s", row[0])
				}
			}
		})
	}
}

func TestFlagsFromOutsideAreThoseInside(t *testing.T) {
	for _, row := range []struct {
		flags  Flags
		inside string
	}{
		{Caseless, "(?i)"}, {Multiline, "(?m)"}, {DotAll, "(?s)"}, {Extended, "(?x)"}, {Ungreedy, "(?U)"}, {DupNames, "(?J)"},
		{NoAutoCapture, "(?n)"}, {Caseless | DotAll, "(?is)"},
	} {
		const pattern = `^a .+(b)(?<n>[c-d])(?:e$)`
		outside, err := Parse(pattern, row.flags)
		require.NoError(t, err)
		inside, err := Parse(row.inside+pattern, 0)
		require.NoError(t, err)
		assert.Equal(t, inside.String(), outside.String(), row.inside)
		assert.Equal(t, row.flags, outside.Flags)
		assert.Zero(t, inside.Flags)
	}
	tree, err := Parse(`a$`, DollarEndOnly)
	require.NoError(t, err)
	assert.Equal(t, `cat{"a" end-text}`, tree.String())
}

func TestItemsAtTheStartSetFlags(t *testing.T) {
	tree, err := Parse(`(*NOTEMPTY)a*`, Anchored)
	require.NoError(t, err)
	assert.Equal(t, NotEmpty|Anchored, tree.Flags)
}

func TestGroupsHaveNumbersAndNames(t *testing.T) {
	tree, err := Parse(`(a)(?<x>b)(?|(?<y>c)|(?<y>d)(e))(?J)(?<x>f)`, 0)
	require.NoError(t, err)
	assert.Equal(t, 6, tree.Groups)
	assert.Equal(t, []string{"", "", "x", "y", "", "x"}, tree.Names)
}

func TestUnicodeWordsHaveTheirBoundariesSpelledOut(t *testing.T) {
	tree, err := Parse(`(*UCP)\b`, 0)
	require.NoError(t, err)
	assert.Equal(t, OpAlternate, tree.Root.Op)
	for _, side := range tree.Root.Subs {
		require.Equal(t, OpConcat, side.Op)
		before, after := side.Subs[0], side.Subs[1]
		assert.True(t, before.Behind && !after.Behind && before.Negative != after.Negative)
		assert.True(t, contains(before.Subs[0].Class, 'é'))
		assert.False(t, contains(after.Subs[0].Class, ' '))
	}
}

func contains(class []rune, r rune) bool {
	for i := 0; i < len(class); i += 2 {
		if class[i] <= r && r <= class[i+1] {
			return true
		}
	}
	return false
}

func TestNodesKnowWhereTheyBegin(t *testing.T) {
	tree, err := Parse(`ab(c|\d+)(?<=x)`, 0)
	require.NoError(t, err)
	var offsets []int
	var walk func(*Node)
	walk = func(n *Node) {
		offsets = append(offsets, n.Offset)
		for _, sub := range n.Subs {
			walk(sub)
		}
	}
	walk(tree.Root)
	assert.Equal(t, []int{0, 0, 2, 3, 3, 5, 5, 9, 13}, offsets)
}
