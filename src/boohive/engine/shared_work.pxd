cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64, u32

cdef u64 SLOTS, WAYS

cdef class SharedWork:
    cdef u64* busy
    cdef public int depth
    cdef public u32 first_move

    cdef u64 place(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64)
    cdef bint is_busy(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64)
    cdef void begin(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64)
    cdef void end(self, u64 key) noexcept nogil
