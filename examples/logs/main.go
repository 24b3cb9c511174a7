// Command logs reads an access log on standard input, hides tokens and counts bytes by status.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/arenaregexp/regexp"
)

var (
	token = regexp.MustCompile(`(?i)\b(token|secret|password)=[^&\s"]+`)
	entry = regexp.MustCompile(`"(?P<method>[A-Z]+) (?P<path>\S+) HTTP/[\d.]+" (?P<status>\d{3}) (?P<bytes>\d+)`)
)

func main() {
	if err := report(os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func report(in io.Reader, out io.Writer) error {
	var (
		m       regexp.Matches
		cleaned []byte
		total   = make(map[string]int)
	)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		// Without a match the line is appended as it is. The buffer grows a few times and is then used again.
		cleaned = append(token.AppendReplaceAll(cleaned[:0], lines.Bytes(), []byte("$1=***")), '\n')
		if _, err := out.Write(cleaned); err != nil {
			return err
		}
		if entry.ExecBytes(lines.Bytes(), &m) {
			n, err := strconv.Atoi(m.Named("bytes"))
			if err != nil {
				return fmt.Errorf("bytes of %q: %w", lines.Bytes(), err)
			}
			total[m.Named("status")] += n
		}
	}
	for _, status := range slices.Sorted(maps.Keys(total)) {
		if _, err := fmt.Fprintf(out, "status %s: %d bytes\n", status, total[status]); err != nil {
			return err
		}
	}
	return lines.Err()
}
