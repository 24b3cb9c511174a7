//go:build !purego

#include "textflag.h"

// The vector forms for NEON. They go through their input as those for AVX2 do (scan_amd64.s):
//
//   - Blocks of 32 bytes, which are two vectors, first. What is left over is covered by one more block that ends where the input
//     ends, and so overlaps what has been looked at.
//   - Inputs shorter than a block are two halves of 16, 8 or 4 bytes, one from the beginning of the input and one from its end,
//     which overlap likewise. Halves of 16 are a vector each; smaller ones are gathered into one. The bits of the result are
//     spread again.
//   - Inputs of less than four bytes stay with the portable forms: the callers see to that.
//
// NEON has no instruction that makes bits of lanes. Whether a block has a hit at all is asked by adding the two halves of a vector
// (VADDP of D2): lanes are 0x00 or 0xFF, so the halves are no each other's negative, and the sum is zero where both are zero and
// nowhere else. Which lanes they are is told by leaving in each lane the bit of its place, and adding neighbours three times.
//
// Registers: R0 the input, R1 its length (or the count of places), R2 where we are in it, V31 the bits of the places.

// PLACES loads what BITS32 and BITS16 need.
#define PLACES \
	MOVD $0x8040201008040201, R3; \
	VMOV R3, V31.D2

// BITS32 leaves in OUT a bit for each lane of A, then of B, which are 0x00 or 0xFF. A and B are lost.
#define BITS32(A, B, OUT) \
	VAND V31.B16, A.B16, A.B16; \
	VAND V31.B16, B.B16, B.B16; \
	VADDP B.B16, A.B16, A.B16; \
	VADDP A.B16, A.B16, A.B16; \
	VADDP A.B16, A.B16, A.B16; \
	VMOV A.S[0], OUT

// BITS16 is the same for A alone, and BITS8 for its lower half.
#define BITS16(A, OUT) \
	VAND V31.B16, A.B16, A.B16; \
	VADDP A.B16, A.B16, A.B16; \
	VADDP A.B16, A.B16, A.B16; \
	VADDP A.B16, A.B16, A.B16; \
	VMOV A.H[0], OUT

#define BITS8(A, OUT) \
	BITS16(A, OUT); \
	AND $0xFF, OUT

// NONZERO leaves in OUT a number that is not zero if a lane of A or B, which are 0x00 or 0xFF, is not. V6 is lost.
#define NONZERO(A, B, OUT) \
	VORR A.B16, B.B16, V6.B16; \
	VADDP V6.D2, V6.D2, V6.D2; \
	VMOV V6.D[0], OUT

// HALVES16, HALVES8 and HALVES4 load the two halves of an input of R1 bytes at BASE. R3 and R4 are lost.
#define HALVES16(BASE, A, B) \
	ADD R1, BASE, R3; \
	FMOVQ (BASE), A; \
	FMOVQ -16(R3), B

#define HALVES8(BASE, V) \
	ADD R1, BASE, R3; \
	MOVD (BASE), R4; \
	MOVD -8(R3), R3; \
	VMOV R4, V.D[0]; \
	VMOV R3, V.D[1]

#define HALVES4(BASE, V) \
	ADD R1, BASE, R3; \
	MOVWU (BASE), R4; \
	MOVWU -4(R3), R3; \
	ORR R3<<32, R4, R4; \
	VMOV R4, V.D2

// IS2, IS3 and ISIN make each lane of A 0xFF where its byte is looked for, and else 0x00; V6 and V7 are lost.
// IS2 has the bytes in V0 and V1, IS3 in V2 as well.
#define IS2(A) \
	VCMEQ V0.B16, A.B16, V6.B16; \
	VCMEQ V1.B16, A.B16, A.B16; \
	VORR V6.B16, A.B16, A.B16

#define IS3(A) \
	VCMEQ V0.B16, A.B16, V6.B16; \
	VCMEQ V1.B16, A.B16, V7.B16; \
	VCMEQ V2.B16, A.B16, A.B16; \
	VORR V6.B16, V7.B16, V6.B16; \
	VORR V6.B16, A.B16, A.B16

// ISIN has the rows of the set in V0 and V1 (index.go tells of them), and 0x0F in V2. A lookup takes 32 entries, so both rows are one
// table: the index is the byte shifted right by three, whose bit 4 is the high bit of the byte, with the byte's low nibble inserted.
// V31 is also the table of the bits by high nibble.
#define ISIN(A) \
	VUSHR $3, A.B16, V6.B16; \
	VBIT V2.B16, A.B16, V6.B16; \
	VTBL V6.B16, [V0.B16, V1.B16], V6.B16; \
	VUSHR $4, A.B16, A.B16; \
	VTBL A.B16, [V31.B16], A.B16; \
	VCMTST V6.B16, A.B16, A.B16

// SCAN looks for the first byte that IS marks. It leaves the index in R4 and falls through; where there is none it goes to NONE.
#define SCAN(IS, NONE) \
	CMP $32, R1; \
	BLO small; \
	ADD R0, R1, R5; \
	SUB $32, R5, R5; \
	MOVD R0, R2; \
loop: \
	FLDPQ (R2), (F4, F5); \
	IS(V4); \
	IS(V5); \
	NONZERO(V4, V5, R4); \
	CBNZ R4, found; \
	ADD $32, R2; \
	CMP R5, R2; \
	BLS loop; \
	SUB R5, R2, R4; \
	CMP $32, R4; \
	BEQ NONE; \
	MOVD R5, R2; \
	B loop; \
found: \
	BITS32(V4, V5, R4); \
	SUB R0, R2, R2; \
	RBIT R4, R4; \
	CLZ R4, R4; \
	ADD R2, R4, R4; \
	B done; \
small: \
	MOVD $16, R5; \
	CMP $16, R1; \
	BLO small8; \
	HALVES16(R0, F4, F5); \
	IS(V4); \
	IS(V5); \
	BITS32(V4, V5, R4); \
	B which; \
small8: \
	MOVD $8, R5; \
	CMP $8, R1; \
	BLO small4; \
	HALVES8(R0, V4); \
	IS(V4); \
	BITS16(V4, R4); \
	B which; \
small4: \
	MOVD $4, R5; \
	HALVES4(R0, V4); \
	IS(V4); \
	BITS8(V4, R4); \
which: \
	/* R5 is the length of a half; a lane of the second one is a byte R1-2*R5 further on. */ \
	CBZ R4, NONE; \
	RBIT R4, R4; \
	CLZ R4, R4; \
	SUB R5<<1, R1, R6; \
	ADD R4, R6, R6; \
	CMP R5, R4; \
	CSEL LO, R4, R6, R4; \
done:

// func indexAny2Vector(s string, a, b byte) int
TEXT ·indexAny2Vector(SB), NOSPLIT, $0-32
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVBU a+16(FP), R3
	MOVBU b+17(FP), R4
	VMOV R3, V0.B16
	VMOV R4, V1.B16
	PLACES
	SCAN(IS2, none)
	MOVD R4, ret+24(FP)
	RET
none:
	MOVD $-1, R4
	MOVD R4, ret+24(FP)
	RET

// func indexAny3Vector(s string, a, b, c byte) int
TEXT ·indexAny3Vector(SB), NOSPLIT, $0-32
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVBU a+16(FP), R3
	MOVBU b+17(FP), R4
	MOVBU c+18(FP), R5
	VMOV R3, V0.B16
	VMOV R4, V1.B16
	VMOV R5, V2.B16
	PLACES
	SCAN(IS3, none)
	MOVD R4, ret+24(FP)
	RET
none:
	MOVD $-1, R4
	MOVD R4, ret+24(FP)
	RET

// func indexSetVector(s string, rows *[32]byte) int
TEXT ·indexSetVector(SB), NOSPLIT, $0-32
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVD rows+16(FP), R3
	FLDPQ (R3), (F0, F1)
	VMOVI $0x0F, V2.B16
	PLACES
	SCAN(ISIN, none)
	MOVD R4, ret+24(FP)
	RET
none:
	MOVD $-1, R4
	MOVD R4, ret+24(FP)
	RET

// func spanSetVector(s string, rows *[32]byte) int
//
// The run ends at the first byte of the set's complement, whose rows are the inverted ones.
TEXT ·spanSetVector(SB), NOSPLIT, $0-32
	MOVD s_base+0(FP), R0
	MOVD s_len+8(FP), R1
	MOVD rows+16(FP), R3
	FLDPQ (R3), (F0, F1)
	VMOVI $0xFF, V3.B16
	VEOR V3.B16, V0.B16, V0.B16
	VEOR V3.B16, V1.B16, V1.B16
	VMOVI $0x0F, V2.B16
	PLACES
	SCAN(ISIN, none)
	MOVD R4, ret+24(FP)
	RET
none:
	MOVD R1, ret+24(FP)
	RET

// func blockVector(s string, rows *[32]byte) (in, high uint64)
TEXT ·blockVector(SB), NOSPLIT, $0-40
	MOVD s_base+0(FP), R0
	MOVD rows+16(FP), R3
	FLDPQ (R3), (F0, F1)
	VMOVI $0x0F, V2.B16
	VMOVI $0x80, V3.B16
	PLACES
	FLDPQ (R0), (F4, F5)
	VCMTST V3.B16, V4.B16, V8.B16
	VCMTST V3.B16, V5.B16, V9.B16
	ISIN(V4)
	ISIN(V5)
	BITS32(V4, V5, R4)
	BITS32(V8, V9, R5)
	FLDPQ 32(R0), (F4, F5)
	VCMTST V3.B16, V4.B16, V8.B16
	VCMTST V3.B16, V5.B16, V9.B16
	ISIN(V4)
	ISIN(V5)
	BITS32(V4, V5, R6)
	BITS32(V8, V9, R7)
	MOVWU R4, R4
	MOVWU R5, R5
	ORR R6<<32, R4, R4
	ORR R7<<32, R5, R5
	MOVD R4, in+24(FP)
	MOVD R5, high+32(FP)
	RET

// LAST goes to LOOP with the next block, at place R2; where a whole one no longer fits with one that ends at place R1 and overlaps: R13
// gets the bits that are new in it, and R2 becomes R10, which is R1-32. It goes to END where nothing is left. R3 is lost.
#define LAST(LOOP, END) \
	ADD $32, R2; \
	CMP R10, R2; \
	BLE LOOP; \
	CMP R1, R2; \
	BEQ END; \
	SUB R10, R2, R3; \
	LSL R3, R13, R13; \
	MOVD R10, R2; \
	B LOOP

// SPREAD makes the bits of places of R4, which has those of two halves of N places. R3 is lost.
#define SPREAD(N) \
	LSR $N, R4, R3; \
	AND $((1<<N)-1), R4; \
	SUB $N, R1, R2; \
	LSL R2, R3, R3; \
	ORR R3, R4, R4; \
	MOVD $0, R2

// func pairVector(p *pair, s string, n int) (block int, hits uint32)
//
// R8 is the input at the offset of the first byte, R9 at that of the second; a place is a candidate where both compare equal.
TEXT ·pairVector(SB), NOSPLIT, $0-44
	MOVD p+0(FP), R7
	MOVD s_base+8(FP), R0
	MOVD n+24(FP), R1
	LDP (R7), (R8, R9)
	MOVBU 16(R7), R3
	MOVBU 17(R7), R4
	ADD R0, R8
	ADD R0, R9
	VMOV R3, V0.B16
	VMOV R4, V1.B16
	PLACES
	SUBS $32, R1, R10
	BLO small
	MOVD $0, R2
	MOVD $0xFFFFFFFF, R13
loop:
	ADD R2, R8, R3
	ADD R2, R9, R4
	FLDPQ (R3), (F2, F3)
	FLDPQ (R4), (F4, F5)
	VCMEQ V0.B16, V2.B16, V2.B16
	VCMEQ V0.B16, V3.B16, V3.B16
	VCMEQ V1.B16, V4.B16, V4.B16
	VCMEQ V1.B16, V5.B16, V5.B16
	VAND V4.B16, V2.B16, V2.B16
	VAND V5.B16, V3.B16, V3.B16
	NONZERO(V2, V3, R4)
	CBNZ R4, found
next:
	LAST(loop, none)
none:
	MOVD ZR, block+32(FP)
	MOVW ZR, hits+40(FP)
	RET
found:
	BITS32(V2, V3, R4)
	ANDS R13, R4, R4
	BEQ next
	MOVD R2, block+32(FP)
	MOVW R4, hits+40(FP)
	RET
small:
	CMP $16, R1
	BLO small8
	HALVES16(R8, F2, F3)
	HALVES16(R9, F4, F5)
	VCMEQ V0.B16, V2.B16, V2.B16
	VCMEQ V0.B16, V3.B16, V3.B16
	VCMEQ V1.B16, V4.B16, V4.B16
	VCMEQ V1.B16, V5.B16, V5.B16
	VAND V4.B16, V2.B16, V2.B16
	VAND V5.B16, V3.B16, V3.B16
	BITS32(V2, V3, R4)
	SPREAD(16)
	B spread
small8:
	CMP $8, R1
	BLO small4
	HALVES8(R8, V2)
	HALVES8(R9, V4)
	VCMEQ V0.B16, V2.B16, V2.B16
	VCMEQ V1.B16, V4.B16, V4.B16
	VAND V4.B16, V2.B16, V2.B16
	BITS16(V2, R4)
	SPREAD(8)
	B spread
small4:
	HALVES4(R8, V2)
	HALVES4(R9, V4)
	VCMEQ V0.B16, V2.B16, V2.B16
	VCMEQ V1.B16, V4.B16, V4.B16
	VAND V4.B16, V2.B16, V2.B16
	BITS8(V2, R4)
	SPREAD(4)
spread:
	MOVD R2, block+32(FP)
	MOVW R4, hits+40(FP)
	RET

// BUCKETS leaves in OUT, which can be A, the buckets that have the bytes of A at one place of their fingerprints, by the tables LO and
// HI; V30 has 0x0F. A and V7 are lost. NARROW leaves in OUT those of them that were there.
#define BUCKETS(A, LO, HI, OUT) \
	VUSHR $4, A.B16, V7.B16; \
	VAND V30.B16, A.B16, A.B16; \
	VTBL V7.B16, [HI.B16], V7.B16; \
	VTBL A.B16, [LO.B16], A.B16; \
	VAND V7.B16, A.B16, OUT.B16

#define NARROW(A, LO, HI, OUT) \
	BUCKETS(A, LO, HI, A); \
	VAND A.B16, OUT.B16, OUT.B16

// BOTH2, BOTH3 and BOTH4 leave in V2 and V3 the buckets of the block at R2, by the tables V16 to V23 for the input at R8, R9, R11 and R12.
#define BOTH2 \
	ADD R2, R8, R3; \
	ADD R2, R9, R4; \
	FLDPQ (R3), (F4, F5); \
	BUCKETS(V4, V16, V17, V2); \
	BUCKETS(V5, V16, V17, V3); \
	FLDPQ (R4), (F4, F5); \
	NARROW(V4, V18, V19, V2); \
	NARROW(V5, V18, V19, V3)

#define BOTH3 \
	BOTH2; \
	ADD R2, R11, R3; \
	FLDPQ (R3), (F4, F5); \
	NARROW(V4, V20, V21, V2); \
	NARROW(V5, V20, V21, V3)

#define BOTH4 \
	BOTH3; \
	ADD R2, R12, R4; \
	FLDPQ (R4), (F4, F5); \
	NARROW(V4, V22, V23, V2); \
	NARROW(V5, V22, V23, V3)

// MARK leaves in OUT 0xFF where A is not zero.
#define MARK(A, OUT) VCMTST A.B16, A.B16, OUT.B16

// ANY leaves in R4 a number that is not zero if V2 or V3 has a bucket. V6 is lost. Buckets are marked first: the sum of the halves
// of a vector of any numbers can be zero, as where two places at a distance of eight have the last bucket.
#define ANY \
	VORR V2.B16, V3.B16, V6.B16; \
	MARK(V6, V6); \
	VADDP V6.D2, V6.D2, V6.D2; \
	VMOV V6.D[0], R4

// CANDIDATES leaves in R4 the new bits of the places that have buckets in V2 and V3.
#define CANDIDATES \
	MARK(V2, V4); \
	MARK(V3, V5); \
	BITS32(V4, V5, R4); \
	ANDS R13, R4, R4

// func teddyVector(m *masks, s string, n int, at *lanes) (block int, hits uint32)
//
// A loop for each length of fingerprint.
TEXT ·teddyVector(SB), NOSPLIT, $0-52
	MOVD m+0(FP), R7
	MOVD s_base+8(FP), R0
	MOVD n+24(FP), R1
	MOVD at+32(FP), R6
	MOVD 160(R7), R5
	VMOVI $0x0F, V30.B16
	PLACES
	SUBS $32, R1, R10
	BLO small
	MOVD $0, R2
	MOVD $0xFFFFFFFF, R13
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1.P 64(R7), [V20.B16, V21.B16, V22.B16, V23.B16]
	LDP (R7), (R8, R9)
	LDP 16(R7), (R11, R12)
	ADD R0, R8
	ADD R0, R9
	ADD R0, R11
	ADD R0, R12
	CMP $3, R5
	BLO loop2
	BEQ loop3

loop4:
	BOTH4
	ANY
	CBNZ R4, found4
next4:
	LAST(loop4, none)
found4:
	CANDIDATES
	BEQ next4
	B found

loop3:
	BOTH3
	ANY
	CBNZ R4, found3
next3:
	LAST(loop3, none)
found3:
	CANDIDATES
	BEQ next3
	B found

loop2:
	BOTH2
	ANY
	CBNZ R4, found2
next2:
	LAST(loop2, none)
found2:
	CANDIDATES
	BEQ next2

found:
	FSTPQ (F2, F3), (R6)
	MOVD R2, block+40(FP)
	MOVW R4, hits+48(FP)
	RET
none:
	MOVD ZR, block+40(FP)
	MOVW ZR, hits+48(FP)
	RET

small:
	// R5 bytes of the fingerprint are left, their tables at R7 and their offsets at R9.
	ADD $128, R7, R9
	VMOVI $0xFF, V2.B16
	VMOVI $0xFF, V3.B16
	ADD R1, R6, R10 // the end of what at gets
	CMP $16, R1
	BLO small8
each16:
	MOVD.P 8(R9), R8
	FLDPQ (R7), (F16, F17)
	ADD $32, R7
	ADD R0, R8
	HALVES16(R8, F4, F5)
	NARROW(V4, V16, V17, V2)
	NARROW(V5, V16, V17, V3)
	SUB $1, R5
	CBNZ R5, each16
	FMOVQ F2, (R6)
	FMOVQ F3, -16(R10)
	MARK(V2, V4)
	MARK(V3, V5)
	BITS32(V4, V5, R4)
	SPREAD(16)
	B spread
small8:
	CMP $8, R1
	BLO each4
each8:
	MOVD.P 8(R9), R8
	FLDPQ (R7), (F16, F17)
	ADD $32, R7
	ADD R0, R8
	HALVES8(R8, V4)
	NARROW(V4, V16, V17, V2)
	SUB $1, R5
	CBNZ R5, each8
	VMOV V2.D[1], R3
	FMOVD F2, (R6)
	MOVD R3, -8(R10)
	MARK(V2, V4)
	BITS16(V4, R4)
	SPREAD(8)
	B spread
each4:
	MOVD.P 8(R9), R8
	FLDPQ (R7), (F16, F17)
	ADD $32, R7
	ADD R0, R8
	HALVES4(R8, V4)
	NARROW(V4, V16, V17, V2)
	SUB $1, R5
	CBNZ R5, each4
	VMOV V2.S[1], R3
	FMOVS F2, (R6)
	MOVW R3, -4(R10)
	MARK(V2, V4)
	BITS8(V4, R4)
	SPREAD(4)
spread:
	MOVD R2, block+40(FP)
	MOVW R4, hits+48(FP)
	RET
