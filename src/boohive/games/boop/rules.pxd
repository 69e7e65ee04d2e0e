cimport cython
from boohive.core cimport bits, codes
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.games.boop cimport bed, evaluate, folding, pieces, threats

cdef u64 FOLDED

cdef class BoopKernel(Kernel):
    cdef readonly bint junior
    cdef bint cat_may_return
    cdef bint opponent_row_wins
    cdef bint eight_wins
    cdef u64 kittens[2]
    cdef u64 cats[2]
    cdef int kittens_in_play[2]
    cdef int mover
    cdef bint choosing
    cdef int won
    cdef int made
    cdef u32* choices
    cdef bint can_go_back
    cdef u64* past

    cdef int seat(self) noexcept nogil
    cdef bint turn_is_open(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef int progress(self) noexcept nogil
    @cython.locals(mixed=u64, small=u64)
    cdef u64 key(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void become(self, BoopKernel other) noexcept nogil
    @cython.locals(twin=BoopKernel)
    cpdef copy(self)
    cdef int pool_kittens(self, int seat) noexcept nogil
    cdef int pool_cats(self, int seat) noexcept nogil

    @cython.locals(empty=u64, end=int)
    cdef int generate(self, u32* moves, int start) noexcept nogil
    @cython.locals(kittens=u64, own=u64, end=int)
    cdef int generate_choices(self, u32* moves, int start) noexcept nogil
    cdef u64 count_turns(self, u32* moves, int start) noexcept nogil
    @cython.locals(own=u64)
    cdef bint no_choice_can_follow(self) noexcept nogil
    @cython.locals(kinds=int)
    cdef int count_placements(self) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    @cython.locals(at=int)
    cdef void remember(self) noexcept nogil
    @cython.locals(at=int)
    cdef void unmake(self) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef u64 occupied(self) noexcept nogil
    cdef u64 boops(self, int space, bint cat) noexcept nogil
    @cython.locals(booped=u64, seat=int)
    cdef void place(self, int space, bint cat) noexcept nogil
    @cython.locals(n=int)
    cdef void end_turn(self) noexcept nogil
    @cython.locals(n=int)
    cdef int ways_to_end(self, u32* moves, int start) noexcept nogil
    @cython.locals(own=u64)
    cdef bint may_have_to_choose(self) noexcept nogil
    @cython.locals(leaving=u64)
    cdef void choose(self, u32 move) noexcept nogil
    cdef void pass_the_turn(self) noexcept nogil
    cdef int winner_after_turn_of(self, int seat) noexcept nogil
    cdef u64 winning_pieces(self, int seat) noexcept nogil
    @cython.locals(own=u64)
    cdef bint wins(self, int seat) noexcept nogil
    @cython.locals(me=int, other=int)
    cdef int evaluate(self) noexcept nogil
    cdef u64 folded_key(self) noexcept nogil
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint threatened(self, u32* moves, int start) noexcept nogil
    @cython.locals(occupied=u64, other=int, own_rows=u64, other_rows=u64, i=int)
    cdef void promises(self, u32* moves, int start, int end, int* promise) noexcept nogil
    @cython.locals(own=u64, occupied=u64, space=int)
    cdef u32 winning_move_of(self, int seat) noexcept nogil
    @cython.locals(pool=int)
    cdef u32 as_move(self, int seat, int space) noexcept nogil

cdef int write_spaces(u32* moves, int end, int kind, u64 spaces) noexcept nogil

@cython.locals(line=int, firsts=u64, first=int)
cdef int write_rows(u32* moves, int end, u64 kittens, u64 own) noexcept nogil
