package backtrack

// Verdict is how a search ended.
type Verdict uint8

const (
	Miss       Verdict = iota
	Hit                // the captures are set
	StackLimit         // undecided: the stack was not to grow any more
	StepLimit          // undecided: the search took all its steps
	TooLong            // undecided: the subject is too long for positions of 32 bits
)

// How says what a search asks for beside what the pattern says.
type How uint8

const (
	Anchored        How = 1 << iota // the match begins at the position
	EndAnchored                     // it ends at the end of the subject
	NotEmpty                        // it is not empty
	NotEmptyAtStart                 // it is not empty, at the position
)
