package remap

import (
	"time"

	"github.com/arenaregexp/regexp"
)

// Result says which rule a look-up ended at and how the request is to be answered.
type Result struct {
	// Rule is the number of the rule that decided: a rule of the configuration, or the line of its rule file that matched. -1 where
	// there is none.
	Rule int

	// Map is the number of the rule of the configuration. It differs from Rule where a line of a rule file decided.
	Map int

	// Status is the status to answer with, or 0: then the request is to be forwarded to the URL. It is 404 where no rule is for the
	// request, and set with an error, too.
	Status int
}

// Redirect reports whether the answer is a redirect to the URL.
func (r Result) Redirect() bool { return redirects(r.Status) }

// Rewrite looks up which rule is for a request and appends to dst the URL that it makes. Where the answer is a status that goes
// without a URL, and with an error, nothing is appended.
//
// An error is of class [ErrRequest] where the request is to blame, [ErrTooLong] or [ErrNoURL] where the URL is, and wraps
// jitstack.ErrStackLimit or jitstack.ErrMatchLimit where a rule could not be decided and [Options] say LimitUnavailable.
//
// Rewrite allocates nothing where dst has room for three URLs, since what follows its end is used as scratch; the error of a limit
// is allocated. r is only read and may lie on the caller's stack; what its texts and dst refer to lies on the heap. Rewrite may be
// called by any number of goroutines at once.
func (t *Table) Rewrite(dst []byte, r *Request) ([]byte, Result, error) {
	if !sampled() {
		dst, result, err := t.rewrite(dst, r)
		t.count(result, err)
		return dst, result, err
	}
	start := time.Now()
	dst, result, err := t.rewrite(dst, r)
	t.count(result, err)
	if result.Rule >= 0 {
		t.counts[result.Rule].time.Add(int64(time.Since(start)) * sampling)
	}
	return dst, result, err
}

// count counts a look-up. Limits have been counted where they were met.
func (t *Table) count(r Result, err error) {
	switch {
	case err == ErrTooLong || err == ErrNoURL:
		t.counts[r.Rule].errors.Add(1)
	case err != nil:
	case r.Rule < 0:
		t.misses.Add(1)
	default:
		t.counts[r.Map].hits.Add(1)
		if r.Rule != r.Map {
			t.counts[r.Rule].hits.Add(1)
		}
	}
}

// rewrite is Rewrite, uncounted. What the URL is made from is appended to dst, too; at the end the URL is moved to where that
// began.
func (t *Table) rewrite(dst []byte, r *Request) ([]byte, Result, error) {
	result := Result{Rule: -1, Map: -1}
	l, out, err := newLookup(dst, r)
	if err != nil {
		return dst, result.failed(err), err
	}
	var m regexp.Matches
	t.find(&l, &m)
	if l.rule == none {
		if l.host == "" {
			return dst, result.failed(errHost), errHost
		}
		result.Status = 404
		return dst, result, nil
	}
	rule := &t.rules[l.rule]
	result = Result{Rule: int(l.rule), Map: int(l.rule), Status: rule.Status}
	if l.limit != nil {
		return dst, result.failed(l.limit), l.limit
	}
	out, u, err := t.expand(out, &l, &m)
	if err == nil && rule.file != nil {
		out, u.url, err = t.applyFile(out, u, &l, &result, &m)
	}
	switch {
	case err != nil:
		return dst, result.failed(err), err
	case answersAlone(result.Status):
		return dst, result, nil
	}
	n := copy(out[len(dst):], out[u.url:])
	return out[:len(dst)+n], result, nil
}

// failed gives a result the status of an error.
func (r Result) failed(err error) Result {
	switch err {
	case errHost, errPath, errQuery, errMethod:
		r.Status = 400
	case ErrTooLong:
		r.Status = 414
	case ErrNoURL:
		r.Status = 500
	default: // a limit
		r.Status = 503
	}
	return r
}
