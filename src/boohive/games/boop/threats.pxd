cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed

cdef int NOWHERE

@cython.locals(found=u64, direction=int, step=int, before=u64, behind=u64)
cdef u64 immediate_row_spaces(u64 own, u64 occupied) noexcept nogil
@cython.locals(found=u64, direction=int, step=int, before=u64, behind=u64)
cdef u64 thirds(u64 own, u64 occupied) noexcept nogil
@cython.locals(third=u64, once=u64, twice=u64, found=u64, direction=int, step=int, before=u64, behind=u64)
cdef u64 may_boop_into_a_row(u64 own, u64 occupied) noexcept nogil
cdef bint makes_a_row(u64 own, u64 occupied, int space) noexcept nogil
@cython.locals(found=u64, space=int)
cdef int row_space(u64 own, u64 occupied) noexcept nogil
@cython.locals(empty=u64, space=int)
cdef int row_keeping_space(u64 own, u64 occupied) noexcept nogil
@cython.locals(empty=u64, space=int)
cdef int eighth_piece_space(u64 own, u64 occupied) noexcept nogil
