package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/arenaregexp/regexp"
	"github.com/arenaregexp/regexp/cmd/rx/internal/grep"
	"github.com/arenaregexp/regexp/cmd/rx/internal/pattern"
)

// grepper is rx grep with its flags.
type grepper struct {
	paint               *painter
	stderr              io.Writer
	options             pattern.Options
	search              grep.Options
	matcher             *grep.Matcher
	set, replace        string
	replaces            bool
	only, count, list   bool
	number, asJSON      bool
	withName, withoutIt bool
}

func grepCommand(paint *painter) *cobra.Command {
	g := &grepper{paint: paint}
	cmd := &cobra.Command{
		Use:   "grep PATTERN [PATH...]",
		Short: "Print the lines of files that a pattern matches in",
		Long: "grep prints the lines that PATTERN matches in, of the files named, of all files below the folders named, or of the standard\n" +
			"input. Below folders, binary files and the folders of version control are skipped. The exit code is 0 where a line was\n" +
			"found, 1 where none was, 2 after an error.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && g.set == "" {
				return errors.New("grep needs a pattern, or --set FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			g.replaces = cmd.Flags().Changed("replace")
			g.stderr = cmd.ErrOrStderr()
			return g.run(args, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.BoolP("help", "", false, "help for grep")
	f.BoolVarP(&g.options.Fold, "ignore-case", "i", false, "letters match whatever their case")
	f.BoolVarP(&g.options.Fixed, "fixed-strings", "F", false, "PATTERN is a text")
	f.BoolVarP(&g.options.Word, "word-regexp", "w", false, "matches are whole words")
	f.BoolVarP(&g.options.WholeRow, "line-regexp", "x", false, "matches are whole lines")
	f.BoolVarP(&g.options.Perl, "perl", "P", false, "PATTERN is in Perl's syntax; a limit that is met is an error")
	f.BoolVarP(&g.search.Invert, "invert-match", "v", false, "print the lines without a match")
	f.IntVarP(&g.search.Most, "max-count", "m", 0, "lines of a file after which its search ends; 0 for all")
	f.BoolVarP(&g.only, "only-matching", "o", false, "print the matches, a line each")
	f.BoolVarP(&g.count, "count", "c", false, "print how many lines of each file match")
	f.BoolVarP(&g.list, "files-with-matches", "l", false, "print the names of files with a match")
	f.BoolVarP(&g.number, "line-number", "n", false, "print the number of each line")
	f.BoolVarP(&g.withName, "with-filename", "H", false, "print the name of the file, also of a single one")
	f.BoolVarP(&g.withoutIt, "no-filename", "h", false, "do not print the name of the file")
	f.StringVarP(&g.replace, "replace", "r", "", "print matches as this template has them, with $1 and ${name} for groups")
	f.StringVar(&g.set, "set", "", "look for the patterns of a file, one a line; NAME, a tab and PATTERN gives it a name")
	f.BoolVar(&g.asJSON, "json", false, "print a JSON object for each line")
	return cmd
}

// run searches all paths and prints what is found in the order of the walk.
func (g *grepper) run(args []string, stdin io.Reader, stdout io.Writer) (err error) {
	paths := args
	if g.set != "" {
		g.matcher, err = readSet(g.set)
	} else {
		g.matcher, err = grep.New(args[0], g.options)
		paths = args[1:]
	}
	if err != nil {
		return err
	}
	if g.set != "" && (g.only || g.replaces) {
		return errors.New("--set tells which patterns match a line, not where: it goes with neither --only-matching nor --replace")
	}
	out := bufio.NewWriterSize(stdout, 64<<10)
	defer func() {
		if e := out.Flush(); err == nil || err == errNo {
			if e != nil {
				err = e
			}
		}
	}()
	if len(paths) == 0 {
		r := g.searchReader(g.matcher.Searcher(g.search), "(standard input)", stdin, true)
		return g.finish(out, []result{r}, nil)
	}
	return g.walk(out, stdout, paths)
}

// result is what is to be printed of one file.
type result struct {
	text  []byte
	lines int
	err   error
}

// job is a file to search. Its result is sent to done.
type job struct {
	path  string
	named bool // by the user, not found in a folder
	done  chan result
}

// walk searches the files of paths on all processors.
func (g *grepper) walk(out *bufio.Writer, stdout io.Writer, paths []string) error {
	if !g.withName && !g.withoutIt {
		info, err := os.Stat(paths[0])
		g.withName = len(paths) > 1 || err == nil && info.IsDir()
	}
	workers := runtime.GOMAXPROCS(0)
	jobs, queue := make(chan job, workers), make(chan job, 64*workers)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			s := g.matcher.Searcher(g.search)
			for j := range jobs {
				j.done <- g.searchFile(s, j.path, j.named)
			}
		})
	}
	var failed []error // of the walk itself; read when queue is closed
	go func() {
		for _, path := range paths {
			failed = append(failed, list(path, func(path string, named bool) {
				j := job{path, named, make(chan result, 1)}
				queue <- j
				jobs <- j
			})...)
		}
		close(jobs)
		close(queue)
	}()
	meter := newMeter(g.stderr, stdout)
	var results []result
	for j := range queue {
		r := <-j.done
		out.Write(r.text)
		r.text = nil
		if r.lines > 0 || r.err != nil {
			results = append(results, r)
		}
		meter.step(j.path)
	}
	meter.clear()
	group.Wait()
	return g.finish(out, results, failed)
}

// list calls f for a file, or for each file below a folder. It returns what could not be read.
func list(path string, f func(path string, named bool)) (failed []error) {
	info, err := os.Stat(path)
	if err != nil {
		return []error{err}
	}
	if !info.IsDir() {
		f(path, true)
		return nil
	}
	filepath.WalkDir(path, func(p string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			failed = append(failed, err)
		case entry.IsDir():
			if name := entry.Name(); p != path && (name == ".git" || name == ".hg" || name == ".svn") {
				return fs.SkipDir
			}
		case entry.Type().IsRegular():
			f(p, false)
		}
		return nil
	})
	return failed
}

// finish prints the results and the errors and says what the exit code is.
func (g *grepper) finish(out *bufio.Writer, results []result, failed []error) error {
	lines := 0
	for _, r := range results {
		out.Write(r.text)
		lines += r.lines
		if r.err != nil {
			failed = append(failed, r.err)
		}
	}
	if len(failed) > 0 {
		out.Flush()
		return errors.Join(failed...)
	}
	if lines == 0 {
		return errNo
	}
	return nil
}

func (g *grepper) searchFile(s *grep.Searcher, path string, named bool) result {
	f, err := os.Open(path)
	if err != nil {
		return result{err: err}
	}
	defer f.Close()
	return g.searchReader(s, path, f, named)
}

// searchReader searches one text. A binary one that the user named is told of; others are skipped.
func (g *grepper) searchReader(s *grep.Searcher, name string, r io.Reader, named bool) result {
	var out bytes.Buffer
	var lines int
	p := printer{g, name, &out}
	err := s.Search(r, func(l grep.Line) error {
		lines++
		if g.count || g.list {
			return nil
		}
		return p.line(s, l)
	})
	if errors.Is(err, grep.ErrBinary) {
		out.Reset()
		if lines, err = 0, nil; named {
			err = fmt.Errorf("%s: binary, not searched", name)
		}
	} else if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case g.list && lines > 0:
		fmt.Fprintln(&out, g.paint.paint(magenta, name))
	case g.count && !g.list:
		p.prefix(0)
		fmt.Fprintln(&out, lines)
	}
	return result{out.Bytes(), lines, err}
}

// printer prints the lines of one text.
type printer struct {
	*grepper
	name string
	out  *bytes.Buffer
}

// prefix prints the name of the file and, unless it is 0, the number of the line, where they are asked for.
func (p *printer) prefix(number int64) {
	if p.withName && !p.withoutIt {
		p.out.WriteString(p.paint.paint(magenta, p.name) + p.paint.paint(cyan, ":"))
	}
	if p.number && number > 0 {
		p.out.WriteString(p.paint.paint(green, strconv.FormatInt(number, 10)) + p.paint.paint(cyan, ":"))
	}
}

func (p *printer) line(s *grep.Searcher, l grep.Line) error {
	switch {
	case p.asJSON:
		return p.jsonLine(s, l)
	case p.search.Invert:
		p.prefix(l.Number)
		p.out.Write(l.Text)
		p.out.WriteByte('\n')
		return nil
	case p.set != "":
		var names []string
		s.Each(l.Text, func(_ *regexp.Matches, name string) { names = append(names, name) })
		p.prefix(l.Number)
		p.out.WriteString(p.paint.paint(red, strings.Join(names, ",")) + p.paint.paint(cyan, ":"))
		p.out.Write(l.Text)
		p.out.WriteByte('\n')
		return nil
	case p.only:
		return s.Each(l.Text, func(m *regexp.Matches, _ string) {
			if start, end := m.Span(0); start < end {
				p.prefix(l.Number)
				p.out.WriteString(p.paint.paint(red, p.shown(m)))
				p.out.WriteByte('\n')
			}
		})
	}
	p.prefix(l.Number)
	last := 0
	if p.paint.on || p.replaces {
		err := s.Each(l.Text, func(m *regexp.Matches, _ string) {
			start, end := m.Span(0)
			p.out.Write(l.Text[last:start])
			p.out.WriteString(p.paint.paint(red, p.shown(m)))
			last = end
		})
		if err != nil {
			return err
		}
	}
	p.out.Write(l.Text[last:])
	p.out.WriteByte('\n')
	return nil
}

// shown is a match as it is printed: itself, or what takes its place.
func (p *printer) shown(m *regexp.Matches) string {
	if p.replaces {
		return string(m.Expand(nil, p.replace))
	}
	return m.Group(0)
}

// jsonLine is a line with --json. A text that is no UTF-8 has U+FFFD in the place of each bad byte; places count bytes of the line.
func (p *printer) jsonLine(s *grep.Searcher, l grep.Line) error {
	type span struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		Text  string `json:"text"`
	}
	line := struct {
		File     string   `json:"file"`
		Line     int64    `json:"line"`
		Offset   int64    `json:"offset"`
		Text     string   `json:"text"`
		Matches  []span   `json:"matches,omitempty"`
		Patterns []string `json:"patterns,omitempty"`
	}{File: p.name, Line: l.Number, Offset: l.Offset, Text: string(l.Text)}
	if !p.search.Invert {
		err := s.Each(l.Text, func(m *regexp.Matches, name string) {
			if p.set != "" {
				line.Patterns = append(line.Patterns, name)
				return
			}
			start, end := m.Span(0)
			line.Matches = append(line.Matches, span{start, end, p.shown(m)})
		})
		if err != nil {
			return err
		}
	}
	return json.NewEncoder(p.out).Encode(line)
}

// readSet reads the patterns of a file.
func readSet(path string) (*grep.Matcher, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var names, exprs []string
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" {
			continue
		}
		name, expr, ok := strings.Cut(line, "\t")
		if !ok {
			expr = line
		}
		if _, err := regexp.Compile(expr); err != nil {
			e := pattern.GoError(expr, err)
			e.Err = fmt.Errorf("%s:%d: %w", path, i+1, err)
			return nil, e
		}
		names, exprs = append(names, name), append(exprs, expr)
	}
	if len(exprs) == 0 {
		return nil, fmt.Errorf("%s: no patterns", path)
	}
	return grep.NewSet(names, exprs)
}

// meter shows on a terminal how far a walk has come, once it takes longer than a moment.
type meter struct {
	w     io.Writer // nil where nobody looks
	files int
	next  time.Time
	shown bool
}

// newMeter returns a meter for stderr, if that is a terminal and stdout is none: else the lines found show the progress.
func newMeter(stderr, stdout io.Writer) *meter {
	m := &meter{next: time.Now().Add(time.Second)}
	if isTerminal(stderr) && !isTerminal(stdout) {
		m.w = stderr
	}
	return m
}

func (m *meter) step(path string) {
	m.files++
	if m.w == nil || m.files%16 != 0 || time.Now().Before(m.next) {
		return
	}
	m.next = time.Now().Add(200 * time.Millisecond)
	m.shown = true
	fmt.Fprintf(m.w, "\r\x1b[K%d files  %.60s", m.files, path)
}

func (m *meter) clear() {
	if m.shown {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
