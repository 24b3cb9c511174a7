package regexp

import "github.com/arenaregexp/regexp/arena"

// collect appends to list, which lies in the frame of the caller or in x, width offsets for each of the
// next n matches, or of all where n is negative. Each match is written straight to its place.
func (re *Regexp) collect(x *scratch, list []int, s string, n, width int) []int {
	c := re.cursor(s)
	for ; n != 0; n-- {
		end := len(list) + width
		list = x.ints(list, width)
		if !c.Next(list[len(list):end]) {
			break
		}
		list = list[:end]
	}
	c.Close()
	return list
}

// collectMost is how many offsets are collected before they are copied to where they stay: what the largest block holds.
const collectMost = arena.MaxBlock / 8

// table returns rows of width offsets, one for each of the next n matches in s, or for all where n is negative; nil where there are
// none. The rows are slices of one array, or, of results beyond the largest block, of an array for each blockful: to move a
// hundred megabytes of captures from array to ever larger array takes longer than to find them.
func (re *Regexp) table(s string, n, width int) [][]int {
	var local [scratchInts]int
	var x scratch
	var filled [][]int
	matches := 0
	list := local[:0]
	c := re.cursor(s)
	for ; n != 0; n-- {
		end := len(list) + width
		if end > collectMost && len(list) > 0 {
			filled = append(filled, offsets(list))
			list, end = list[:0], width
		}
		list = x.ints(list, width)
		if !c.Next(list[len(list):end]) {
			break
		}
		list = list[:end]
		matches++
	}
	c.Close()
	if matches == 0 {
		x.release()
		return nil
	}
	table := make([][]int, 0, matches)
	for _, flat := range filled {
		table = rows(table, flat, width)
	}
	table = rows(table, offsets(list), width)
	x.release()
	return table
}

// FindAll returns the texts of the first n matches in b, or of all where n is negative, as slices of b.
// It is nil where there are none. [Regexp.AppendFindAll] and [Regexp.All] do not allocate the list.
func (re *Regexp) FindAll(b []byte, n int) [][]byte {
	var local [scratchInts]int
	var x scratch
	list := byteTexts(b, re.collect(&x, local[:0], arena.String(b), n, 2))
	x.release()
	return list
}

// FindAllIndex returns the offsets of the first n matches in b, or of all where n is negative: for each its
// start and its end. It is nil where there are none. The pairs are slices of one array.
// [Regexp.AppendFindAllIndex] and [Regexp.AllIndex] do not allocate the list.
func (re *Regexp) FindAllIndex(b []byte, n int) [][]int {
	return re.FindAllStringIndex(arena.String(b), n)
}

// FindAllString returns the texts of the first n matches in s, or of all where n is negative. It is nil
// where there are none. [Regexp.AppendFindAllString] and [Regexp.AllString] do not allocate the list.
func (re *Regexp) FindAllString(s string, n int) []string {
	var local [scratchInts]int
	var x scratch
	list := texts(s, re.collect(&x, local[:0], s, n, 2))
	x.release()
	return list
}

// FindAllStringIndex returns the offsets of the first n matches in s, or of all where n is negative: for
// each its start and its end. It is nil where there are none. The pairs are slices of one array.
// [Regexp.AppendFindAllStringIndex] and [Regexp.AllStringIndex] do not allocate the list.
func (re *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return re.table(s, n, 2)
}

// FindAllSubmatch returns, for each of the first n matches in b, or for all where n is negative, what
// [Regexp.FindSubmatch] returns for one. It is nil where there are none. The rows are slices of one array.
// [Regexp.AppendFindAllSubmatch] and [Regexp.ExecAllBytes] do not allocate the list.
func (re *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	var local [scratchInts]int
	var x scratch
	list := byteTexts(b, re.collect(&x, local[:0], arena.String(b), n, re.captures()))
	x.release()
	return grid(list, len(re.names))
}

// FindAllSubmatchIndex returns, for each of the first n matches in b, or for all where n is negative, what
// [Regexp.FindSubmatchIndex] returns for one. It is nil where there are none. The rows are slices of one
// array. [Regexp.AppendFindAllSubmatchIndex] and [Regexp.ExecAllBytes] do not allocate the list.
func (re *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return re.FindAllStringSubmatchIndex(arena.String(b), n)
}

// FindAllStringSubmatch returns, for each of the first n matches in s, or for all where n is negative, what
// [Regexp.FindStringSubmatch] returns for one. It is nil where there are none. The rows are slices of one
// array. [Regexp.AppendFindAllStringSubmatch] and [Regexp.ExecAll] do not allocate the list.
func (re *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	var local [scratchInts]int
	var x scratch
	list := texts(s, re.collect(&x, local[:0], s, n, re.captures()))
	x.release()
	return grid(list, len(re.names))
}

// FindAllStringSubmatchIndex returns, for each of the first n matches in s, or for all where n is negative,
// what [Regexp.FindStringSubmatchIndex] returns for one. It is nil where there are none. The rows are slices
// of one array. [Regexp.AppendFindAllStringSubmatchIndex] and [Regexp.ExecAll] do not allocate the list.
func (re *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return re.table(s, n, re.captures())
}
