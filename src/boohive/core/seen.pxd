cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64

cdef class Seen:
    cdef u64* keys
    cdef readonly int count
    @cython.locals(more=Seen, i=int)
    cpdef Seen and_now(self, u64 key)
    @cython.locals(found=int, i=int)
    cpdef int times(self, u64 key)
