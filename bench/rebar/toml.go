package rebar

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parseTOML reads the part of TOML 1.0 that rebar's definitions use: comments, keys, arrays of tables ([[bench]]),
// strings of all four kinds, decimal integers, booleans, arrays and inline tables. A key is bare or quoted. Of the
// rest, dotted keys, [tables], floats and dates are refused, not misread.
//
// Values are string, int64, bool, []any and map[string]any. An error names the line.
func parseTOML(src string) (map[string]any, error) {
	p := &tomlParser{src: src}
	root := map[string]any{}
	err := p.document(root)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", 1+strings.Count(src[:p.pos], "\n"), err)
	}
	return root, nil
}

// tomlParser is a cursor. After an error it stands where the fault is, for the line number.
type tomlParser struct {
	src string
	pos int
}

func (p *tomlParser) rest() string { return p.src[p.pos:] }

// peek returns the next byte, or 0 at the end.
func (p *tomlParser) peek() byte {
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// accept moves past s where it comes next.
func (p *tomlParser) accept(s string) bool {
	if !strings.HasPrefix(p.rest(), s) {
		return false
	}
	p.pos += len(s)
	return true
}

// expect is accept for what must come next.
func (p *tomlParser) expect(s string) error {
	if p.accept(s) {
		return nil
	}
	return fmt.Errorf("want %s, got %s", s, p.next())
}

// next describes what comes next, for errors.
func (p *tomlParser) next() string {
	line, _, _ := strings.Cut(p.rest(), "\n")
	switch {
	case p.pos == len(p.src):
		return "the end of the file"
	case strings.TrimSpace(line) == "":
		return "the end of the line"
	}
	if r := []rune(line); len(r) > 20 {
		line = string(r[:20]) + "..."
	}
	return strconv.Quote(line)
}

// blanks moves past blanks on the line.
func (p *tomlParser) blanks() {
	for p.peek() == ' ' || p.peek() == '\t' {
		p.pos++
	}
}

// space moves past blanks, comments and ends of lines.
func (p *tomlParser) space() {
	for {
		switch p.blanks(); p.peek() {
		case '#':
			line, _, _ := strings.Cut(p.rest(), "\n")
			p.pos += len(line)
		case '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *tomlParser) document(root map[string]any) error {
	if !utf8.ValidString(p.src) {
		return fmt.Errorf("the file is not valid UTF-8")
	}
	table := root
	for p.space(); p.pos < len(p.src); p.space() {
		var err error
		if p.peek() == '[' {
			table, err = p.header(root)
		} else {
			err = p.pair(table)
		}
		if err != nil {
			return err
		}
		p.blanks()
		if c := p.peek(); c != '#' && c != '\n' && c != '\r' && p.pos < len(p.src) {
			return fmt.Errorf("want the end of the line, got %s", p.next())
		}
	}
	return nil
}

// header reads [[name]] and returns the table that it adds to the array of that name.
func (p *tomlParser) header(root map[string]any) (map[string]any, error) {
	if !p.accept("[[") {
		return nil, fmt.Errorf("a [table] is not supported, only [[arrays of tables]]")
	}
	p.blanks()
	name, err := p.key()
	if err != nil {
		return nil, err
	}
	p.blanks()
	if err := p.expect("]]"); err != nil {
		return nil, err
	}
	tables, ok := root[name].([]any)
	if _, exists := root[name]; exists && !ok {
		return nil, fmt.Errorf("%s is no array of tables", name)
	}
	table := map[string]any{}
	root[name] = append(tables, table)
	return table, nil
}

// pair reads key = value into a table.
func (p *tomlParser) pair(table map[string]any) error {
	start := p.pos
	key, err := p.key()
	if err != nil {
		return err
	}
	if _, exists := table[key]; exists {
		p.pos = start
		return fmt.Errorf("the key %s is given twice", key)
	}
	p.blanks()
	if err := p.expect("="); err != nil {
		return err
	}
	p.blanks()
	table[key], err = p.value()
	return err
}

func (p *tomlParser) key() (string, error) {
	if c := p.peek(); c == '"' || c == '\'' {
		return p.text()
	}
	n := 0
	for rest := p.rest(); n < len(rest) && isBare(rest[n]); n++ {
	}
	if n == 0 {
		return "", fmt.Errorf("want a key, got %s", p.next())
	}
	p.pos += n
	return p.src[p.pos-n : p.pos], nil
}

func isBare(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

func (p *tomlParser) value() (any, error) {
	switch p.peek() {
	case '"', '\'':
		return p.text()
	case '[':
		return p.array()
	case '{':
		return p.inlineTable()
	}
	return p.scalar()
}

// scalar reads an integer or a boolean.
func (p *tomlParser) scalar() (any, error) {
	n := strings.IndexAny(p.rest(), " \t\r\n,]}#")
	if n < 0 {
		n = len(p.rest())
	}
	word := p.rest()[:n]
	digits := strings.TrimLeft(word, "+-")
	number, err := strconv.ParseInt(strings.ReplaceAll(word, "_", ""), 10, 64)
	switch {
	case word == "true" || word == "false":
		p.pos += n
		return word == "true", nil
	case err != nil,
		strings.Contains("_"+digits+"_", "__"), // an underscore stands between digits
		strings.HasPrefix(digits, "0") && digits != "0":
		return nil, fmt.Errorf("want a string, a decimal integer, true, false, an array or an inline table, got %s", p.next())
	}
	p.pos += n
	return number, nil
}

func (p *tomlParser) array() (any, error) {
	start := p.pos
	p.pos++
	list := []any{}
	for {
		p.space()
		if p.accept("]") {
			return list, nil
		}
		if p.pos == len(p.src) {
			p.pos = start
			return nil, fmt.Errorf("an array without an end")
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		p.space()
		if !p.accept(",") && p.peek() != ']' && p.pos < len(p.src) {
			return nil, fmt.Errorf("want , or ] in an array, got %s", p.next())
		}
	}
}

// inlineTable reads { key = value, ... }, which lies on one line and has no comma behind its last pair.
func (p *tomlParser) inlineTable() (any, error) {
	p.pos++
	table := map[string]any{}
	p.blanks()
	if p.accept("}") {
		return table, nil
	}
	for {
		p.blanks()
		if err := p.pair(table); err != nil {
			return nil, err
		}
		p.blanks()
		if p.accept("}") {
			return table, nil
		}
		if !p.accept(",") {
			return nil, fmt.Errorf("want , or } in an inline table, got %s", p.next())
		}
	}
}

// text reads a string of any of the four kinds.
func (p *tomlParser) text() (string, error) {
	quote := p.rest()[:1]
	if triple := quote + quote + quote; strings.HasPrefix(p.rest(), triple) {
		return p.quoted(triple)
	}
	return p.quoted(quote)
}

// quoted reads up to a closing delimiter, and the escapes where that is made of double quotes.
func (p *tomlParser) quoted(delimiter string) (string, error) {
	start := p.pos
	multiLine, escapes := len(delimiter) == 3, delimiter[0] == '"'
	p.pos += len(delimiter)
	if multiLine && !p.accept("\n") { // the end of the line right behind the opening quotes does not count
		p.accept("\r\n")
	}
	var b strings.Builder
	for p.pos < len(p.src) {
		if p.accept(delimiter) {
			// Of five quotes at the end of a multi-line string two belong to it.
			for range 2 {
				if multiLine && p.accept(delimiter[:1]) {
					b.WriteByte(delimiter[0])
				}
			}
			return b.String(), nil
		}
		switch c := p.peek(); {
		case c == '\n' && !multiLine:
			p.pos = start
			return "", fmt.Errorf("a string without an end")
		case c == '\\' && escapes:
			if err := p.escape(&b, multiLine); err != nil {
				return "", err
			}
		default:
			b.WriteByte(c)
			p.pos++
		}
	}
	p.pos = start
	return "", fmt.Errorf("a string without an end")
}

// escape reads a backslash and what follows it. At the end of a line of a multi-line string it stands for
// nothing, with all white space up to the next character.
func (p *tomlParser) escape(b *strings.Builder, multiLine bool) error {
	rest := p.rest()[1:]
	if trimmed := strings.TrimLeft(rest, " \t"); multiLine && (strings.HasPrefix(trimmed, "\n") || strings.HasPrefix(trimmed, "\r\n")) {
		p.pos = len(p.src) - len(strings.TrimLeft(trimmed, " \t\r\n"))
		return nil
	}
	if rest == "" {
		return fmt.Errorf("a string without an end")
	}
	if i := strings.IndexByte(`btnfr"\`, rest[0]); i >= 0 {
		b.WriteByte("\b\t\n\f\r\"\\"[i])
		p.pos += 2
		return nil
	}
	digits := map[byte]int{'u': 4, 'U': 8}[rest[0]]
	if digits > 0 && len(rest) > digits {
		r, err := strconv.ParseUint(rest[1:1+digits], 16, 32)
		if err == nil && utf8.ValidRune(rune(r)) {
			b.WriteRune(rune(r))
			p.pos += 2 + digits
			return nil
		}
	}
	return fmt.Errorf("an unknown escape %s", p.next())
}
