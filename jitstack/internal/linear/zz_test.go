package linear

import (
	"fmt"
	"testing"
)

func TestZZ(t *testing.T) {
	m := newMatcher(t, guard, 0)
	m.Search("/alpha/bravo/?xxx", 0, false, nil)
	fmt.Println(m.facts, m.numbers)
	v := m.variants[0].Load()
	p := printer{numbers: m.numbers, values: v.values}
	fmt.Println(p.print(m.root), p.runs)
	fmt.Println(v.engine.Explain())
}
