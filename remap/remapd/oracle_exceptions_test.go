package main

import (
	"net/url"
	"regexp"
	"strings"
)

// oracleExceptions are the kinds of requests that remapd answers unlike Traffic Server on purpose. docs/remap.md gives the reason for
// each.
var oracleExceptions = map[string]func(c *oracleCase, got oracleAnswer) bool{
	"a malformed target is 400": func(c *oracleCase, got oracleAnswer) bool {
		target := targetIn(c)
		_, err := url.ParseRequestURI(target)
		return got.Status == 400 && (err != nil || strings.Contains(target, " "))
	},
	"HTTP/1.1 without a Host field is 400": func(c *oracleCase, got oracleAnswer) bool {
		return got.Status == 400 && !strings.Contains(string(c.Request), "\r\nHost:")
	},
	"a target in absolute form without a path": func(c *oracleCase, got oracleAnswer) bool {
		return "/"+c.Target == got.Target
	},
	"a slash where the prefix had one": func(c *oracleCase, got oracleAnswer) bool {
		return c.Status == got.Status && withoutJoint(c.Target) == withoutJoint(got.Target) && withoutJoint(c.Location) == withoutJoint(got.Location)
	},
	"a redirect for an IPv6 address": func(c *oracleCase, got oracleAnswer) bool {
		return strings.HasPrefix(hostIn(c), "[") && c.Status == 404 && got.Status == 301
	},
	"redirects of both kinds in the order of the file": func(c *oracleCase, got oracleAnswer) bool {
		return c.Status == 307 && got.Status == 301
	},
	"a host pattern matches the whole host": func(c *oracleCase, got oracleAnswer) bool {
		return c.Status != got.Status && partlyMatched.MatchString(hostIn(c))
	},
	"escapes of a host pattern keep their case": func(c *oracleCase, got oracleAnswer) bool {
		return c.Status != got.Status && strings.HasSuffix(hostIn(c), ".esc.test")
	},
	"all options of a line count": func(c *oracleCase, got oracleAnswer) bool {
		return strings.ToLower(c.Target) == got.Target && strings.EqualFold(targetIn(c), got.Target)
	},
	"a status without a URL is that status": func(c *oracleCase, got oracleAnswer) bool {
		return c.Status == 500 && (got.Status == 403 || got.Status == 404)
	},
}

// partlyMatched matches the hosts of the oracle that hold a match of a pattern, but are none.
var partlyMatched = regexp.MustCompile(`^(foo\.x1\.z\.test|x1\.z\.test\.evil\.test|wwwxopt\.test|mail\.look\.test|x\.unanch\.test|` +
	`unanch\.test\.evil|aaab|xbbb\.pipe\.test|aaaq\.test|(foo|a)\.redir\.test(:80)?|xold\.foo\.zz\.test|old\.foo\.zz\.test\.evil)$`)

func oracleException(c *oracleCase, got oracleAnswer) string {
	for kind, is := range oracleExceptions {
		if is(c, got) {
			return kind
		}
	}
	return ""
}

// withoutJoint returns a URL without the slash that stands after /q or /x, the paths that the oracle's rules of this kind map to.
func withoutJoint(url string) string {
	return strings.Replace(strings.Replace(url, "/q/", "/q", 1), "/x/", "/x", 1)
}

func targetIn(c *oracleCase) string {
	line, _, _ := strings.Cut(string(c.Request), "\r\n")
	_, target, _ := strings.Cut(line, " ")
	return target[:strings.LastIndex(target, " HTTP/")]
}

func hostIn(c *oracleCase) string {
	_, host, _ := strings.Cut(string(c.Request), "\r\nHost: ")
	host, _, _ = strings.Cut(host, "\r\n")
	return host
}
