cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.core.search_kernel cimport SearchKernel
from boohive.games.boop cimport bed, pieces

cdef class BoopKernel(SearchKernel):
    cdef u64 kittens[2]
    cdef u64 cats[2]
    cdef int kittens_in_play[2]
    cdef int mover
    cdef bint choosing
    cdef int won
    cdef int undo_depth
    cdef u64* undo_stack
    cdef readonly bint junior
    cdef bint cat_may_return
    cdef bint opponent_row_wins
    cdef bint eight_wins
    cdef u32* choices
    cdef bint has_undo_buffer

    cdef int seat(self) noexcept nogil
    cdef bint mid_turn(self) noexcept nogil
    cdef int decisions_per_turn(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef int irreversible_count(self) noexcept nogil
    @cython.locals(mixed=u64, small=u64)
    cdef u64 key(self) noexcept nogil
    @cython.locals(seat=int)
    cdef void copy_from(self, BoopKernel other) noexcept nogil
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
    cpdef reserve_undo(self)
    @cython.locals(offset=int)
    cdef void push_undo(self) noexcept nogil
    @cython.locals(offset=int)
    cdef void unmake(self) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef u64 occupied(self) noexcept nogil
    cdef u64 boops(self, int space, bint cat) noexcept nogil
    @cython.locals(found=list, space=int, booped=u64, start=int, is_cat=int, is_second=int)
    cpdef list landings(self, u32 move)
    @cython.locals(booped=u64, seat=int)
    cdef void place(self, int space, bint cat) noexcept nogil
    @cython.locals(n=int)
    cdef void end_turn(self) noexcept nogil
    @cython.locals(n=int)
    cdef int ways_to_end(self, u32* moves, int start) noexcept nogil
    @cython.locals(own=u64, count=int)
    cdef bint may_have_to_choose(self) noexcept nogil
    @cython.locals(leaving=u64)
    cdef void choose(self, u32 move) noexcept nogil
    cdef void pass_turn(self) noexcept nogil
    cdef int winner_after_turn_of(self, int seat) noexcept nogil
    cdef u64 winning_pieces(self, int seat) noexcept nogil
    @cython.locals(own=u64, count=int)
    cdef bint wins(self, int seat) noexcept nogil

cdef int write_spaces(u32* moves, int end, int kind, u64 spaces) noexcept nogil

@cython.locals(direction=int, firsts=u64, first=int)
cdef int write_rows(u32* moves, int end, u64 kittens, u64 own) noexcept nogil
