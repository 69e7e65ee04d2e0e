cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64, u32
from boohive.core.search_kernel cimport SearchKernel
from boohive.games.boop cimport pieces
from boohive.games.boop.rules cimport BoopKernel
from boohive.games.ghosts cimport pieces as ghost_pieces
from boohive.games.ghosts cimport seams

cdef class GhostsKernel(SearchKernel):
    cdef BoopKernel boop
    cdef int ghosts[2]
    cdef bint waiting
    cdef bint has_undo_buffer
    cdef u64* undo_stack

    cdef int seat(self) noexcept nogil
    cdef bint mid_turn(self) noexcept nogil
    cdef int decisions_per_turn(self) noexcept nogil
    cdef int result(self) noexcept nogil
    cdef int irreversible_count(self) noexcept nogil
    cdef u64 ghosts_as_number(self) noexcept nogil
    cdef u64 key(self) noexcept nogil
    @cython.locals(twin=GhostsKernel)
    cpdef copy(self)
    cdef void copy_from(self, GhostsKernel other) noexcept nogil

    cdef int generate(self, u32* moves, int start) noexcept nogil
    @cython.locals(end=int, lane=int)
    cdef int generate_entries(self, u32* moves, int start) noexcept nogil
    cdef void make(self, u32 move) noexcept nogil
    cpdef reserve_undo(self)
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
