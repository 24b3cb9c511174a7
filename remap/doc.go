// Package remap is the rule table of a proxy: rules in the syntax of Apache Traffic Server in, for each request the rewritten URL
// out.
//
// [Load] reads a remap.config with the regex_remap files that it names and returns a [Table], which never changes. [Table.Rewrite]
// looks a request up and appends the URL to forward it to, or to redirect it to, to a buffer of the caller, without allocating.
// Loading again gives another table; a configuration with errors gives none, so that the old one stays in force:
//
//	var table atomic.Pointer[remap.Table]
//	if t, err := remap.Load("remap.config", remap.Options{}); err != nil {
//		log.Print(err) // every error of the files, with file, line and column
//	} else {
//		table.Store(t)
//	}
//
// Rules whose pattern is in the standard syntax are matched all at once, as a set, so that a look-up takes about as long among ten
// thousand rules as among ten. A rule that needs lookaround or a backreference is matched by package jitstack in its place in the
// order. Where that meets a limit the rule is undecided, which is counted, logged, and answered as [Options] say: it is never taken
// for a miss.
//
// The semantics are those that Traffic Server documents; where it leaves a choice, or where what it does is known to have hurt, the
// table takes the safe reading or refuses the rule. docs/remap.md lists what differs, and has a whole proxy.
//
// The package serves those who embed a table in a proxy. It reads no request and sends none: that is the proxy's part.
package remap
