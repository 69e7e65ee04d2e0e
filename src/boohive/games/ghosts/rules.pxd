cimport cython
from boohive.core cimport bits, codes
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.games.boop cimport pieces
from boohive.games.boop.rules cimport BoopKernel
from boohive.games.ghosts cimport pieces as ghost_pieces
from boohive.games.ghosts cimport evaluate, seams

cdef int PROMISE_OF_A_POINT, SURE_TO_BE_TRIED

cdef class GhostsKernel(Kernel):
    cdef BoopKernel boop
    cdef int ghosts[2]
    cdef bint waiting
    cdef bint can_go_back
    cdef u64* past

    cdef int seat(self) noexcept nogil
    cdef bint turn_is_open(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef int progress(self) noexcept nogil
    cdef u64 ghosts_as_number(self) noexcept nogil
    cdef u64 key(self) noexcept nogil
    @cython.locals(twin=GhostsKernel)
    cpdef copy(self)

    cdef int generate(self, u32* moves, int start) noexcept nogil
    @cython.locals(end=int, lane=int)
    cdef int generate_entries(self, u32* moves, int start) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    @cython.locals(before=u64)
    cdef void unmake(self) noexcept nogil
    cdef void advance(self, u32 move) noexcept nogil
    cdef void decide(self, u32 move) noexcept nogil
    cdef int arrival(self) noexcept nogil
    @cython.locals(occupied=u64, seat=int)
    cdef void scare(self, int ghost) noexcept nogil

    cdef u64 count_turns(self, u32* moves, int start) noexcept nogil
    cdef int count_entries(self) noexcept nogil
    cdef bint no_win_can_follow(self) noexcept nogil
    @cython.locals(ghost=int, end=int, turns=u64, i=int)
    cdef u64 count_placements(self, u32* moves, int start, int entries) noexcept nogil
    @cython.locals(me=int, other=int, own=u64, others=u64)
    cdef int evaluate(self) noexcept nogil
    cdef u32 winning_move(self, u32* moves, int start) noexcept nogil
    cdef bint threatened(self, u32* moves, int start) noexcept nogil
    cdef bint rest_is_harmless(self) noexcept nogil
    @cython.locals(me=int, other=int, own=u64, others=u64, i=int, ghost=int, arriving=int)
    cdef void promises(self, u32* moves, int start, int end, int* promise) noexcept nogil
    @cython.locals(ghost=int, cats=u64, occupied=u64, all_cats=u64, space=int)
    cdef u32 winning_move_of(self, int seat) noexcept nogil
