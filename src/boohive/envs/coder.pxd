from boohive.core.bits cimport u32
from boohive.core.kernel cimport Kernel

cdef class Coder:
    cdef readonly int actions
    cdef readonly int planes
    cdef readonly int side
    cdef int action(self, Kernel kernel, u32 move) noexcept nogil
    cdef u32 move(self, Kernel kernel, int action) noexcept nogil
    cdef void draw(self, Kernel kernel, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
    cdef void restart(self, Kernel kernel, Kernel first) noexcept nogil

cpdef int action_at(Coder coder, Kernel kernel, u32 move)
cpdef u32 move_at(Coder coder, Kernel kernel, int action)
cpdef draw_at(Coder coder, Kernel kernel, int seat, signed char[::1] out)
