from boohive.core.bits cimport u32
from boohive.core.kernel cimport Kernel

cdef class Encoding:
    cdef readonly int actions
    cdef readonly int planes
    cdef readonly int side
    cdef int action(self, Kernel kernel, u32 move) noexcept nogil
    cdef u32 move(self, Kernel kernel, int action) noexcept nogil
    cdef void encode(self, Kernel kernel, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
    cdef void restart(self, Kernel kernel, Kernel first) noexcept nogil

cpdef int action_at(Encoding encoding, Kernel kernel, u32 move)
cpdef u32 move_at(Encoding encoding, Kernel kernel, int action)
cpdef encode_at(Encoding encoding, Kernel kernel, int seat, signed char[::1] out)
