package syntax

import (
	"strings"
	"sync"
	"unicode"
)

// tablesOf returns the tables whose union is the class of a name, or nil.
func tablesOf(name string) tables {
	if t, ok := posixTables()[name]; ok {
		return t
	}
	if property, ok := strings.CutPrefix(name, `\p`); ok {
		return properties()[property]
	}
	return nil
}

// binary has PCRE2's names for the binary properties that package unicode has tables of, or that are unions of such.
var binary = map[string]tables{
	"asciihexdigit ahex":             {unicode.ASCII_Hex_Digit},
	"alphabetic alpha":               {unicode.L, unicode.Nl, unicode.Other_Alphabetic},
	"ascii":                          {table(0, unicode.MaxASCII)},
	"bidicontrol bidic":              {unicode.Bidi_Control},
	"cased":                          {unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase},
	"dash":                           {unicode.Dash},
	"deprecated dep":                 {unicode.Deprecated},
	"diacritic dia":                  {unicode.Diacritic},
	"extender ext":                   {unicode.Extender},
	"graphemeextend grext":           {unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend},
	"hexdigit hex":                   {unicode.Hex_Digit},
	"ideographic ideo":               {unicode.Ideographic},
	"idsbinaryoperator idsb":         {unicode.IDS_Binary_Operator},
	"idstrinaryoperator idst":        {unicode.IDS_Trinary_Operator},
	"joincontrol joinc":              {unicode.Join_Control},
	"logicalorderexception loe":      {unicode.Logical_Order_Exception},
	"lowercase lower":                {unicode.Ll, unicode.Other_Lowercase},
	"math":                           {unicode.Sm, unicode.Other_Math},
	"noncharactercodepoint nchar":    {unicode.Noncharacter_Code_Point},
	"patternsyntax patsyn":           {unicode.Pattern_Syntax},
	"patternwhitespace patws":        {unicode.Pattern_White_Space},
	"prependedconcatenationmark pcm": {unicode.Prepended_Concatenation_Mark},
	"quotationmark qmark":            {unicode.Quotation_Mark},
	"radical":                        {unicode.Radical},
	"regionalindicator ri":           {unicode.Regional_Indicator},
	"sentenceterminal sterm":         {unicode.Sentence_Terminal},
	"softdotted sd":                  {unicode.Soft_Dotted},
	"terminalpunctuation term":       {unicode.Terminal_Punctuation},
	"unifiedideograph uideo":         {unicode.Unified_Ideograph},
	"uppercase upper":                {unicode.Lu, unicode.Other_Uppercase},
	"variationselector vs":           {unicode.Variation_Selector},
	"whitespace space wspace":        {unicode.White_Space},
}

// properties has the properties of package unicode by the names that PCRE2 gives them, canonical.
var properties = sync.OnceValue(func() map[string]tables {
	all := make(map[string]tables)
	own := make(map[string]*unicode.RangeTable) // scripts without their extensions
	for name, t := range unicode.Scripts {
		own[canonical(name)] = t
	}
	for names, more := range scripts {
		name, _, _ := strings.Cut(names, " ")
		t, ok := own[name]
		if !ok {
			continue
		}
		extended := tables{t, table(more...)}
		for name := range strings.FieldsSeq(names) {
			all["sc:"+name], all["script:"+name] = extended[:1], extended[:1]
			all[name], all["scx:"+name], all["scriptextensions:"+name] = extended, extended, extended
		}
	}
	for name, t := range unicode.Categories {
		if len(name) <= 2 {
			all[canonical(name)] = tables{t}
		}
	}
	cased := tables{unicode.Lu, unicode.Ll, unicode.Lt}
	all["l&"], all["lc"] = cased, cased
	for names, t := range binary {
		for name := range strings.FieldsSeq(names) {
			all[name] = t
		}
	}
	return all
})
