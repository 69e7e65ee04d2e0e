cimport cython
from boohive.core cimport bits, constants
from boohive.core.bits cimport u64

@cython.locals(found=int, i=Py_ssize_t)
cdef bint is_draw_by_repetition(u64* keys, Py_ssize_t first, Py_ssize_t end, Py_ssize_t searched_from, u64 key) noexcept nogil

cdef class RepetitionHistory:
    cdef u64* entries
    cdef readonly int length
    @cython.locals(more=RepetitionHistory, i=int)
    cpdef RepetitionHistory added(self, u64 key)
    @cython.locals(found=int, i=int)
    cpdef int count(self, u64 key)
    cpdef bint draws(self, u64 key)
