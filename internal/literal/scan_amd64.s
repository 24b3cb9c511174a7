//go:build !purego

#include "textflag.h"

// The vector forms for AVX2. All go through their input in the same way:
//
//   - Whole vectors of 32 bytes first. What is left over is covered by one more vector that ends where the input ends, and so
//     overlaps what has been looked at: no byte outside of the input is read, and no byte needs a loop of its own.
//   - Inputs shorter than a vector, which are the most frequent ones, are gathered into one: two halves of 16, 8 or 4 bytes, one from
//     the beginning of the input and one from its end, which overlap likewise. The bits of the result are spread again.
//   - Inputs of less than four bytes stay with the portable forms: the callers see to that.
//
// Registers: SI the input, CX its length (or the count of places), DI or BX where we are in it.

// DATA: 16 bits 1<<(i&7), for a shuffle.
DATA bitTable<>+0x00(SB)/8, $0x8040201008040201
DATA bitTable<>+0x08(SB)/8, $0x8040201008040201
GLOBL bitTable<>(SB), RODATA|NOPTR, $16

DATA lowNibbles<>+0x00(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL lowNibbles<>(SB), RODATA|NOPTR, $8

DATA highBits<>+0x00(SB)/8, $0x8080808080808080
GLOBL highBits<>(SB), RODATA|NOPTR, $8

// IS2, IS3, ISIN and NOTIN leave in AX a bit for each byte of Y4 that is looked for; Y5 and Y6 are lost.
// IS2 has the bytes in Y0 and Y1, IS3 in Y2 as well.
#define IS2 \
	VPCMPEQB Y0, Y4, Y5; \
	VPCMPEQB Y1, Y4, Y6; \
	VPOR Y5, Y6, Y5; \
	VPMOVMSKB Y5, AX

#define IS3 \
	VPCMPEQB Y0, Y4, Y5; \
	VPCMPEQB Y1, Y4, Y6; \
	VPOR Y5, Y6, Y5; \
	VPCMPEQB Y2, Y4, Y6; \
	VPOR Y5, Y6, Y5; \
	VPMOVMSKB Y5, AX

// ISIN has the rows of the set in Y0 and Y1 (index.go tells of them), bitTable in Y2, lowNibbles in Y3 and highBits in Y7.
// The set has the byte where the bit of its high nibble is in the entry of its low one.
#define ISIN \
	VPSHUFB Y4, Y0, Y5; \
	VPXOR Y7, Y4, Y6; \
	VPSHUFB Y6, Y1, Y6; \
	VPOR Y5, Y6, Y5; \
	VPSRLW $4, Y4, Y4; \
	VPAND Y3, Y4, Y4; \
	VPSHUFB Y4, Y2, Y4; \
	VPAND Y4, Y5, Y5; \
	VPCMPEQB Y4, Y5, Y5; \
	VPMOVMSKB Y5, AX

#define NOTIN \
	ISIN; \
	NOTL AX

// SCAN looks for the first byte that IS gives a bit for. It leaves the index in AX and falls through; where there is
// none it goes to NONE.
#define SCAN(IS, NONE) \
	CMPQ CX, $32; \
	JB small; \
	LEAQ -32(SI)(CX*1), R8; \
	MOVQ SI, DI; \
loop: \
	VMOVDQU (DI), Y4; \
	IS; \
	TESTL AX, AX; \
	JNZ found; \
	ADDQ $32, DI; \
	CMPQ DI, R8; \
	JBE loop; \
	LEAQ 32(R8), R9; \
	CMPQ DI, R9; \
	JEQ NONE; \
	MOVQ R8, DI; \
	JMP loop; \
found: \
	BSFL AX, AX; \
	SUBQ SI, DI; \
	ADDQ DI, AX; \
	JMP done; \
small: \
	CMPQ CX, $16; \
	JB small8; \
	VMOVDQU (SI), X4; \
	VINSERTI128 $1, -16(SI)(CX*1), Y4, Y4; \
	IS; \
	TESTL AX, AX; \
	JZ NONE; \
	BSFL AX, AX; \
	LEAQ -32(AX)(CX*1), DX; \
	CMPL AX, $16; \
	CMOVLCC DX, AX; \
	JMP done; \
small8: \
	CMPQ CX, $8; \
	JB small4; \
	VMOVQ (SI), X4; \
	VPINSRQ $1, -8(SI)(CX*1), X4, X4; \
	IS; \
	ANDL $0xFFFF, AX; \
	JZ NONE; \
	BSFL AX, AX; \
	LEAQ -16(AX)(CX*1), DX; \
	CMPL AX, $8; \
	CMOVLCC DX, AX; \
	JMP done; \
small4: \
	VMOVD (SI), X4; \
	VPINSRD $1, -4(SI)(CX*1), X4, X4; \
	IS; \
	ANDL $0xFF, AX; \
	JZ NONE; \
	BSFL AX, AX; \
	LEAQ -8(AX)(CX*1), DX; \
	CMPL AX, $4; \
	CMOVLCC DX, AX; \
done:

// func indexAny2Vector(s string, a, b byte) int
TEXT ·indexAny2Vector(SB), NOSPLIT, $0-32
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	VPBROADCASTB a+16(FP), Y0
	VPBROADCASTB b+17(FP), Y1
	SCAN(IS2, none)
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
none:
	VZEROUPPER
	MOVQ $-1, ret+24(FP)
	RET

// func indexAny3Vector(s string, a, b, c byte) int
TEXT ·indexAny3Vector(SB), NOSPLIT, $0-32
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	VPBROADCASTB a+16(FP), Y0
	VPBROADCASTB b+17(FP), Y1
	VPBROADCASTB c+18(FP), Y2
	SCAN(IS3, none)
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
none:
	VZEROUPPER
	MOVQ $-1, ret+24(FP)
	RET

// TABLES loads what ISIN needs from the rows at BX.
#define TABLES \
	VBROADCASTI128 (BX), Y0; \
	VBROADCASTI128 16(BX), Y1; \
	VBROADCASTI128 bitTable<>(SB), Y2; \
	VPBROADCASTQ lowNibbles<>(SB), Y3; \
	VPBROADCASTQ highBits<>(SB), Y7

// func indexSetVector(s string, rows *[32]byte) int
TEXT ·indexSetVector(SB), NOSPLIT, $0-32
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	MOVQ rows+16(FP), BX
	TABLES
	SCAN(ISIN, none)
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
none:
	VZEROUPPER
	MOVQ $-1, ret+24(FP)
	RET

// func spanSetVector(s string, rows *[32]byte) int
TEXT ·spanSetVector(SB), NOSPLIT, $0-32
	MOVQ s_base+0(FP), SI
	MOVQ s_len+8(FP), CX
	MOVQ rows+16(FP), BX
	TABLES
	SCAN(NOTIN, none)
	VZEROUPPER
	MOVQ AX, ret+24(FP)
	RET
none:
	VZEROUPPER
	MOVQ CX, ret+24(FP)
	RET

// func blockVector(s string, rows *[32]byte) (in, high uint64)
//
// ISIN destroys Y4, so its high bits are taken first.
TEXT ·blockVector(SB), NOSPLIT, $0-40
	MOVQ s_base+0(FP), SI
	MOVQ rows+16(FP), BX
	TABLES
	VMOVDQU (SI), Y4
	VPMOVMSKB Y4, R8
	ISIN
	MOVL AX, DX
	VMOVDQU 32(SI), Y4
	VPMOVMSKB Y4, R9
	ISIN
	VZEROUPPER
	SHLQ $32, AX
	ORQ DX, AX
	SHLQ $32, R9
	ORQ R8, R9
	MOVQ AX, in+24(FP)
	MOVQ R9, high+32(FP)
	RET

// func pairVector(p *pair, s string, n int) (block int, hits uint32)
//
// R8 is the input at the offset of the first byte, R9 at that of the second; a place is a candidate where both compare equal.
// Two vectors a round: it takes 4 loads, and the branches are half.
TEXT ·pairVector(SB), NOSPLIT, $0-44
	MOVQ p+0(FP), AX
	MOVQ s_base+8(FP), SI
	MOVQ n+24(FP), CX
	MOVQ 0(AX), R8
	MOVQ 8(AX), R9
	ADDQ SI, R8
	ADDQ SI, R9
	VPBROADCASTB 16(AX), Y0
	VPBROADCASTB 17(AX), Y1
	CMPQ CX, $32
	JB small
	XORL BX, BX
	MOVL $-1, R13
	LEAQ -64(CX), R10
	CMPQ R10, $0
	JLT single
double:
	VPCMPEQB (R8)(BX*1), Y0, Y2
	VPCMPEQB (R9)(BX*1), Y1, Y3
	VPCMPEQB 32(R8)(BX*1), Y0, Y4
	VPCMPEQB 32(R9)(BX*1), Y1, Y5
	VPAND Y2, Y3, Y2
	VPAND Y4, Y5, Y4
	VPOR Y2, Y4, Y3
	VPMOVMSKB Y3, DX
	TESTL DX, DX
	JNZ which
	ADDQ $64, BX
	CMPQ BX, R10
	JLE double
	CMPQ BX, CX
	JEQ none
single:
	// Less than 64 places are left, and 32 before the end of the input or more.
	LEAQ -32(CX), R10
	CMPQ BX, R10
	JLE block
	// The last vector overlaps: R13 has the bits that are new.
	MOVQ CX, R11
	MOVQ BX, CX
	SUBQ R10, CX
	SHLL CX, R13
	MOVQ R11, CX
	MOVQ R10, BX
block:
	VPCMPEQB (R8)(BX*1), Y0, Y2
	VPCMPEQB (R9)(BX*1), Y1, Y3
	VPAND Y2, Y3, Y2
	VPMOVMSKB Y2, DX
	ANDL R13, DX
	JNZ found
	ADDQ $32, BX
	CMPQ BX, CX
	JNE single
none:
	VZEROUPPER
	MOVQ $0, block+32(FP)
	MOVL $0, hits+40(FP)
	RET
which:
	VPMOVMSKB Y2, DX
	TESTL DX, DX
	JNZ found
	ADDQ $32, BX
	VPMOVMSKB Y4, DX
found:
	VZEROUPPER
	MOVQ BX, block+32(FP)
	MOVL DX, hits+40(FP)
	RET
small:
	CMPL CX, $16
	JB small8
	VMOVDQU (R8), X2
	VINSERTI128 $1, -16(R8)(CX*1), Y2, Y2
	VMOVDQU (R9), X3
	VINSERTI128 $1, -16(R9)(CX*1), Y3, Y3
	VPCMPEQB Y0, Y2, Y2
	VPCMPEQB Y1, Y3, Y3
	VPAND Y2, Y3, Y2
	VPMOVMSKB Y2, DX
	MOVL DX, AX
	ANDL $0xFFFF, AX
	SHRL $16, DX
	SUBL $16, CX
	JMP spread
small8:
	CMPL CX, $8
	JB small4
	VMOVQ (R8), X2
	VPINSRQ $1, -8(R8)(CX*1), X2, X2
	VMOVQ (R9), X3
	VPINSRQ $1, -8(R9)(CX*1), X3, X3
	VPCMPEQB X0, X2, X2
	VPCMPEQB X1, X3, X3
	VPAND X2, X3, X2
	VPMOVMSKB X2, DX
	MOVL DX, AX
	ANDL $0xFF, AX
	SHRL $8, DX
	SUBL $8, CX
	JMP spread
small4:
	VMOVD (R8), X2
	VPINSRD $1, -4(R8)(CX*1), X2, X2
	VMOVD (R9), X3
	VPINSRD $1, -4(R9)(CX*1), X3, X3
	VPCMPEQB X0, X2, X2
	VPCMPEQB X1, X3, X3
	VPAND X2, X3, X2
	VPMOVMSKB X2, DX
	ANDL $0xFF, DX
	MOVL DX, AX
	ANDL $0xF, AX
	SHRL $4, DX
	SUBL $4, CX
spread:
	// The second half of the bits belongs CX places after the first.
	SHLL CX, DX
	ORL AX, DX
	VZEROUPPER
	MOVQ $0, block+32(FP)
	MOVL DX, hits+40(FP)
	RET

// BUCKETS leaves in OUT the buckets that have the bytes of Y8 at one place of their fingerprints, by the tables LO and HI; Y15 has
// lowNibbles, Y9 is lost.
#define BUCKETS(LO, HI, OUT) \
	VPSRLW $4, Y8, Y9; \
	VPAND Y15, Y8, Y8; \
	VPAND Y15, Y9, Y9; \
	VPSHUFB Y8, LO, Y8; \
	VPSHUFB Y9, HI, Y9; \
	VPAND Y8, Y9, OUT

// LAST makes the next block, at BX, one that ends at CX and overlaps, where a whole one no longer fits: R13 gets the bits that are
// new in it. It goes to END where nothing is left. DX, R14 and, for a moment, CX are lost.
#define LAST(END, FITS) \
	CMPQ BX, CX; \
	JEQ END; \
	LEAQ -32(CX), DX; \
	CMPQ BX, DX; \
	JLE FITS; \
	MOVQ CX, R14; \
	MOVQ BX, CX; \
	SUBQ DX, CX; \
	SHLL CX, R13; \
	MOVQ R14, CX; \
	MOVQ DX, BX; \
	JMP FITS

// func teddyVector(m *masks, s string, n int, at *lanes) (block int, hits uint32)
//
// A loop for each length of fingerprint. Y0 to Y7 have the tables, R8 to R11 the input at the offsets.
TEXT ·teddyVector(SB), NOSPLIT, $0-52
	MOVQ m+0(FP), AX
	MOVQ s_base+8(FP), SI
	MOVQ n+24(FP), CX
	MOVQ at+32(FP), DI
	VPBROADCASTQ lowNibbles<>(SB), Y15
	MOVQ 160(AX), R12
	CMPQ CX, $32
	JB small
	XORL BX, BX
	MOVL $-1, R13
	VBROADCASTI128 0(AX), Y0
	VBROADCASTI128 16(AX), Y1
	VBROADCASTI128 32(AX), Y2
	VBROADCASTI128 48(AX), Y3
	MOVQ 128(AX), R8
	MOVQ 136(AX), R9
	ADDQ SI, R8
	ADDQ SI, R9
	CMPQ R12, $3
	JB loop2
	VBROADCASTI128 64(AX), Y4
	VBROADCASTI128 80(AX), Y5
	MOVQ 144(AX), R10
	ADDQ SI, R10
	CMPQ R12, $3
	JEQ loop3
	VBROADCASTI128 96(AX), Y6
	VBROADCASTI128 112(AX), Y7
	MOVQ 152(AX), R11
	ADDQ SI, R11
	JMP loop4

loop2:
	VMOVDQU (R8)(BX*1), Y8
	BUCKETS(Y0, Y1, Y10)
	VMOVDQU (R9)(BX*1), Y8
	BUCKETS(Y2, Y3, Y11)
	VPAND Y10, Y11, Y10
	VPTEST Y10, Y10
	JNZ found2
next2:
	ADDQ $32, BX
	LAST(none, loop2)
found2:
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y10, Y11, Y11
	VPMOVMSKB Y11, AX
	NOTL AX
	ANDL R13, AX
	JZ next2
	JMP found

loop3:
	VMOVDQU (R8)(BX*1), Y8
	BUCKETS(Y0, Y1, Y10)
	VMOVDQU (R9)(BX*1), Y8
	BUCKETS(Y2, Y3, Y11)
	VPAND Y10, Y11, Y10
	VMOVDQU (R10)(BX*1), Y8
	BUCKETS(Y4, Y5, Y11)
	VPAND Y10, Y11, Y10
	VPTEST Y10, Y10
	JNZ found3
next3:
	ADDQ $32, BX
	LAST(none, loop3)
found3:
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y10, Y11, Y11
	VPMOVMSKB Y11, AX
	NOTL AX
	ANDL R13, AX
	JZ next3
	JMP found

loop4:
	VMOVDQU (R8)(BX*1), Y8
	BUCKETS(Y0, Y1, Y10)
	VMOVDQU (R9)(BX*1), Y8
	BUCKETS(Y2, Y3, Y11)
	VPAND Y10, Y11, Y10
	VMOVDQU (R10)(BX*1), Y8
	BUCKETS(Y4, Y5, Y11)
	VPAND Y10, Y11, Y10
	VMOVDQU (R11)(BX*1), Y8
	BUCKETS(Y6, Y7, Y11)
	VPAND Y10, Y11, Y10
	VPTEST Y10, Y10
	JNZ found4
next4:
	ADDQ $32, BX
	LAST(none, loop4)
found4:
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y10, Y11, Y11
	VPMOVMSKB Y11, AX
	NOTL AX
	ANDL R13, AX
	JZ next4

found:
	VMOVDQU Y10, (DI)
	VZEROUPPER
	MOVQ BX, block+40(FP)
	MOVL AX, hits+48(FP)
	RET
none:
	VZEROUPPER
	MOVQ $0, block+40(FP)
	MOVL $0, hits+48(FP)
	RET

small:
	// R12 bytes of the fingerprint are left, their tables at AX and their offsets at R10.
	LEAQ 128(AX), R10
	VPCMPEQB Y10, Y10, Y10
	CMPL CX, $16
	JB small8
each16:
	MOVQ (R10), R8
	ADDQ SI, R8
	VMOVDQU (R8), X8
	VINSERTI128 $1, -16(R8)(CX*1), Y8, Y8
	VBROADCASTI128 0(AX), Y0
	VBROADCASTI128 16(AX), Y1
	BUCKETS(Y0, Y1, Y11)
	VPAND Y10, Y11, Y10
	ADDQ $32, AX
	ADDQ $8, R10
	DECQ R12
	JNZ each16
	VMOVDQU X10, (DI)
	VEXTRACTI128 $1, Y10, X11
	VMOVDQU X11, -16(DI)(CX*1)
	VPXOR Y11, Y11, Y11
	VPCMPEQB Y10, Y11, Y11
	VPMOVMSKB Y11, DX
	NOTL DX
	MOVL DX, AX
	ANDL $0xFFFF, AX
	SHRL $16, DX
	SUBL $16, CX
	JMP spread
small8:
	CMPL CX, $8
	JB each4
each8:
	MOVQ (R10), R8
	ADDQ SI, R8
	VMOVQ (R8), X8
	VPINSRQ $1, -8(R8)(CX*1), X8, X8
	VMOVDQU 0(AX), X0
	VMOVDQU 16(AX), X1
	BUCKETS(Y0, Y1, Y11)
	VPAND Y10, Y11, Y10
	ADDQ $32, AX
	ADDQ $8, R10
	DECQ R12
	JNZ each8
	VMOVQ X10, (DI)
	VPEXTRQ $1, X10, -8(DI)(CX*1)
	VPXOR X11, X11, X11
	VPCMPEQB X10, X11, X11
	VPMOVMSKB X11, DX
	XORL $0xFFFF, DX
	MOVL DX, AX
	ANDL $0xFF, AX
	SHRL $8, DX
	SUBL $8, CX
	JMP spread
each4:
	MOVQ (R10), R8
	ADDQ SI, R8
	VMOVD (R8), X8
	VPINSRD $1, -4(R8)(CX*1), X8, X8
	VMOVDQU 0(AX), X0
	VMOVDQU 16(AX), X1
	BUCKETS(Y0, Y1, Y11)
	VPAND Y10, Y11, Y10
	ADDQ $32, AX
	ADDQ $8, R10
	DECQ R12
	JNZ each4
	VMOVD X10, (DI)
	VPEXTRD $1, X10, -4(DI)(CX*1)
	VPXOR X11, X11, X11
	VPCMPEQB X10, X11, X11
	VPMOVMSKB X11, DX
	NOTL DX
	ANDL $0xFF, DX
	MOVL DX, AX
	ANDL $0xF, AX
	SHRL $4, DX
	SUBL $4, CX
spread:
	SHLL CX, DX
	ORL AX, DX
	VZEROUPPER
	MOVQ $0, block+40(FP)
	MOVL DX, hits+48(FP)
	RET
