package main

import (
	"maps"
	"os"
)

// A snapshot is what the files of a configuration looked like, by name; nil stands for one that is not there.
//
// Files are looked at again and again, rather than watched by the kernel: an editor renames, a deployment swaps a symbolic
// link some directories above, and a network file system tells nobody. A look sees through all of that, and costs a system
// call a file.
//
// A load waits until two looks find the same, so that a file which is still being written is not read half.
type snapshot map[string]os.FileInfo

func stat(name string) os.FileInfo {
	info, err := os.Stat(name)
	if err != nil {
		return nil
	}
	return info
}

// again looks at the same files.
func (s snapshot) again() snapshot {
	now := make(snapshot, len(s))
	for name := range s {
		now[name] = stat(name)
	}
	return now
}

func (s snapshot) equal(t snapshot) bool { return maps.EqualFunc(s, t, sameFile) }

func sameFile(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
