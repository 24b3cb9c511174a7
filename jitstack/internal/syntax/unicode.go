package syntax

import (
	"strings"
	"sync"
	"unicode"
)

// binary has PCRE2's names for the binary properties that package unicode has tables of, or that are unions of such.
var binary = map[string][]*unicode.RangeTable{
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

// properties has the properties by the names that PCRE2 gives them, canonical.
var properties = sync.OnceValue(func() map[string]*property {
	all := make(map[string]*property)
	for name, t := range unicode.Categories {
		if len(name) <= 2 {
			all[canonical(name)] = unionOf(t)
		}
	}
	all["l&"] = unionOf(unicode.Lu, unicode.Ll, unicode.Lt)
	all["lc"] = all["l&"]
	for names, tables := range binary {
		one := unionOf(tables...)
		for name := range strings.FieldsSeq(names) {
			all[name] = one
		}
	}
	addScripts(all)
	// PCRE2's own.
	all["any"] = unionOf(table(0, unicode.MaxRune))
	all["xan"] = unionOf(unicode.L, unicode.N)
	all["xps"], all["xsp"] = ucpClasses()["space"], ucpClasses()["space"]
	all["xuc"] = unionOf(table('$', '$', '@', '@', '`', '`', 0xA0, 0xD7FF, 0xE000, unicode.MaxRune))
	all["xwd"] = ucpClasses()["word"]
	return all
})

// addScripts adds the scripts that package unicode has tables of, with and without their extensions.
func addScripts(all map[string]*property) {
	own := make(map[string]*unicode.RangeTable)
	for name, t := range unicode.Scripts {
		own[canonical(name)] = t
	}
	for names, extension := range scripts {
		full, _, _ := strings.Cut(names, " ")
		t := own[full]
		if t == nil {
			continue
		}
		plain, extended := unionOf(t), unionOf(t, table(extension...))
		for name := range strings.FieldsSeq(names) {
			all["sc:"+name], all["script:"+name] = plain, plain
			all[name], all["scx:"+name], all["scriptextensions:"+name] = extended, extended, extended
		}
	}
}
