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

	// Spare lets the search leave out frames where that changes nothing, for the loops of groups as it is always done for those of
	// classes: a round that what follows can never want back leaves no choice. What a stack has room for is then hard to foretell, so
	// a caller with a stack of its own does without.
	Spare
)
