cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64

cdef int POWERS[6]
cdef int MIRROR[729]
cdef int ROW

@cython.locals(number=u64, i=int)
cdef u64 rows_forward(int* rows) noexcept nogil
@cython.locals(number=u64, i=int)
cdef u64 rows_backward(int* rows) noexcept nogil
@cython.locals(space=int)
cdef void add_pieces(int* rows, int* columns, u64 pieces, int digit) noexcept nogil
@cython.locals(rows=int[6], columns=int[6], i=int, smallest=u64)
cdef u64 canonical_board(u64 first, u64 second) noexcept nogil
