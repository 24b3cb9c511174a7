// Package jitstack matches Perl-compatible patterns, without a way to crash, to hang or to exhaust memory.
//
// The syntax is PCRE2's: lookaround, backreferences, atomic groups, possessive quantifiers, recursion, conditionals and the verbs
// that steer backtracking beside everything that package regexp has. Where the two read a pattern differently this package follows
// PCRE2. Subjects are UTF-8; a byte that is not is read as U+FFFD, and offsets are bytes.
//
// Such patterns can not all be matched in linear time, so every method returns an error. A *[LimitError] or a *[CanceledError] says that
// the search was given up, which is never the same as "no match". [Pattern.Exec] answers in linear time where the pattern allows it.
// Elsewhere it backtracks within the [Limits] that [CompileOptions] was given. [Pattern.ExecWithin] takes a [Budget], which many searches
// share and which ends with a context. [Pattern.ExecStack] always backtracks, on a [Stack] of the caller.
//
// The name is of the stack that PCRE2's just-in-time compiler runs on. In a production proxy that stack was 32 KiB, the rule
//
//	^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$
//
// took 24 bytes of it for each byte of the request, and long requests brought the proxy down.
package jitstack
