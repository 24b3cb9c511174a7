package main

import (
	"fmt"
	"runtime/debug"
)

// version names the version of the module and of Go, and the revision where the program was built from a repository.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "remapd, built without module information"
	}
	text := fmt.Sprintf("remapd %s, %s", info.Main.Version, info.GoVersion)
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += ", revision " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			text += ", modified"
		}
	}
	return text
}
