// Package jitstack matches Perl-compatible patterns, without a way to crash, to hang or to exhaust memory.
//
// The syntax is PCRE2's: lookaround, backreferences, atomic groups, possessive quantifiers, recursion, conditionals and the verbs
// that steer backtracking beside everything that package regexp has. Where the two read a pattern differently this package follows
// PCRE2. Subjects are UTF-8; a byte that is not is read as U+FFFD, and offsets are bytes.
//
// Such patterns can not all be matched in linear time, so every method returns an error: [ErrStackLimit] and [ErrMatchLimit] say
// that a search was given up, which is never the same as that there is no match. [Pattern.Exec] answers in linear time where the
// pattern allows it, and backtracks within the default limits where it does not. [Pattern.ExecStack] backtracks always, on a
// [Stack] and within the limits of the caller.
//
// The name is of the stack that PCRE2's just-in-time compiler runs on. In a production proxy that stack was 32 KiB, the rule
//
//	^/alpha/bravo/[?]((?!action=(newsfeed|calendar|contacts|notepad)).)*$
//
// took 24 bytes of it for each byte of the request, and long requests brought the proxy down.
package jitstack
