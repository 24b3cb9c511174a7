package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// goSource returns the first Go files of the standard library's source, in the order of their paths,
// up to about limit bytes. The toolchain under cmd is left out: half of it is vendored or generated, and a
// grep is for what people write.
func goSource(limit int) (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	var text strings.Builder
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == filepath.Join(root, "cmd"):
			return fs.SkipDir
		case !d.Type().IsRegular() || filepath.Ext(path) != ".go":
			return nil
		}
		file, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if text.Len()+len(file) > limit && text.Len() > 0 {
			return fs.SkipAll
		}
		text.Write(file)
		return nil
	})
	return text.String(), err
}

// grep counts the lines of text that hold a match of a multi-line pattern. It does as git grep does:
// search the rest of the text for the next match, then ask whether the line where it starts matches on
// its own, since a class such as [^ ] may have run over the end of the line.
func grep(f finder, text string) (lines int) {
	for text != "" {
		loc := f.FindStringIndex(text)
		if loc == nil {
			break
		}
		start := strings.LastIndexByte(text[:loc[0]], '\n') + 1
		line, rest, _ := strings.Cut(text[start:], "\n")
		if f.MatchString(line) {
			lines++
		}
		text = rest
	}
	return lines
}

// lineCount is the oracle of the grep: the standard library, asked line by line. The count cannot be
// written into the table, since the source differs from one Go version to the next.
func lineCount(pattern, text string) (lines int, err error) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		if re.MatchString(strings.TrimSuffix(line, "\n")) {
			lines++
		}
	}
	return lines, nil
}
