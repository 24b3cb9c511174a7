package remap

import (
	"net/netip"
	"strconv"
	"strings"

	"github.com/arenaregexp/regexp"
)

// A variable is what a piece of a template stands for: a group, by its number from 0 to 9, or a part of the request.
type variable uint8

const (
	varHost variable = iota + 10
	varFrom
	varTo
	varPort
	varScheme
	varPath
	varLowerPath
	varQuery
	varIP
)

// variables are the letters of regex_remap files.
var variables = map[byte]variable{
	'h': varHost, 'f': varFrom, 't': varTo, 'p': varPort, 's': varScheme, 'P': varPath, 'l': varLowerPath, 'q': varQuery, 'i': varIP,
}

// refused are the letters that Traffic Server has, too, and why there are none here.
var refused = map[byte]string{
	'c': "the cookie", 'm': "path parameters, which are part of the path here", 'r': "path parameters, which are part of the path here",
}

// A piece is text and the variable behind it.
type piece struct {
	text string
	what variable
}

// A template is what a rule makes a URL, or the host of one, from.
type template struct {
	pieces []piece
	tail   string // text behind the last variable
	groups bool   // some piece is a group
}

// parseTemplate reads a template for a pattern of so many groups. With letters it may hold the variables of regex_remap files. A
// dollar sign that neither a digit nor a letter follows is itself.
func parseTemplate(text string, groups int, letters bool) (template, *misplaced) {
	var t template
	start := 0
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '$' {
			continue
		}
		next := text[i+1]
		what, known := variables[next]
		switch {
		case '0' <= next && next <= '9':
			if int(next-'0') > groups {
				return t, misplacedf(i, "$%c, but the pattern has %s", next, count(groups, "group"))
			}
			what, t.groups = variable(next-'0'), true
		case !isLetter(next):
			continue
		case !letters:
			return t, misplacedf(i, "$%c: the host takes $0 to $9 only", next)
		case refused[next] != "":
			return t, misplacedf(i, "$%c (%s) is not supported", next, refused[next])
		case !known:
			return t, misplacedf(i, "$%c stands for nothing: there are $0 to $9, $h, $f, $t, $p, $s, $P, $l, $q and $i", next)
		}
		t.pieces = append(t.pieces, piece{text[start:i], what})
		i++
		start = i + 1
	}
	t.tail = text[start:]
	return t, nil
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what
	case 1:
		return "one " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// uses reports whether a variable is among the pieces.
func (t *template) uses(what variable) bool {
	for _, p := range t.pieces {
		if p.what == what {
			return true
		}
	}
	return false
}

// text returns all that is no variable, for checks.
func (t *template) text() string {
	var b strings.Builder
	for _, p := range t.pieces {
		b.WriteString(p.text)
	}
	return b.String() + t.tail
}

// values are what variables stand for in one request.
type values struct {
	match *regexp.Matches
	from  string // the host that the rule is for
	to    string // the host of the mapped URL

	// Host, port and scheme are those of the URL that the rule file is asked about: the mapped one, unless it has the option pristine.
	// Otherwise a client could choose by its Host header where a template leads.
	host   string
	port   uint16
	scheme string
	path   string // without its first slash
	query  string
	ip     netip.Addr
	lower  bool // variables are put in lower case, and the text before each, as in Traffic Server
}

// append appends the template with its variables replaced. It reports false, with dst unfinished, where that takes more than so
// many bytes.
func (t *template) append(dst []byte, v *values, most int) ([]byte, bool) {
	most += len(dst)
	for i := range t.pieces {
		p := &t.pieces[i]
		start := len(dst)
		dst = append(dst, p.text...)
		if !v.lower {
			start = len(dst)
		}
		switch p.what {
		case varHost:
			dst = append(dst, v.host...)
		case varTo:
			dst = append(dst, v.to...)
		case varFrom:
			dst = append(dst, v.from...)
		case varPort:
			dst = strconv.AppendUint(dst, uint64(v.port), 10)
		case varScheme:
			dst = append(dst, v.scheme...)
		case varPath, varLowerPath:
			dst = append(dst, v.path...)
		case varQuery:
			dst = append(dst, v.query...)
		case varIP:
			if v.ip.IsValid() {
				dst = v.ip.WithZone("").AppendTo(dst)
			}
		default:
			dst = append(dst, v.match.Group(int(p.what))...)
		}
		if v.lower || p.what == varLowerPath {
			lowerASCII(dst[start:])
		}
		if len(dst) > most {
			return dst, false
		}
	}
	dst = append(dst, t.tail...)
	return dst, len(dst) <= most
}
