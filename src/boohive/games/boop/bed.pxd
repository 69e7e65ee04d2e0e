cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport steps

cdef u64 BED
cdef u64 NEXT_TO[64]
cdef u64 RIM[64]
cdef int STEP[4]

@cython.locals(near=u64, booped=u64, neighbour=int)
cdef u64 boops(u64 occupied, u64 too_heavy, int space) noexcept nogil

@cython.locals(moving=u64)
cdef u64 after_boops(u64 pieces, u64 booped, int space) noexcept nogil

cdef int landing(int start, int space) noexcept nogil

cdef u64 rows_along(u64 pieces, int step) noexcept nogil

@cython.locals(across_and_down=u64, diagonally=u64)
cdef bint has_row(u64 pieces) noexcept nogil

@cython.locals(step=int)
cdef u64 row_spaces(int direction, int first) noexcept nogil
