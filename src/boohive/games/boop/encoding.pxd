cimport cython
from boohive.core.bits cimport u32, u64
from boohive.core.encoding cimport Encoding
from boohive.core.kernel cimport Kernel
from boohive.games.boop cimport bed, pieces
from boohive.games.boop.rules cimport BoopKernel

cdef short CODE[188]
cdef short ACTION[448]
cdef short SPACE[36]

cdef class BoopEncoding(Encoding):
    cdef int action(self, Kernel kernel, u32 move) noexcept nogil
    cdef u32 move(self, Kernel kernel, int action) noexcept nogil
    cdef void encode(self, Kernel kernel, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
    cdef void restart(self, Kernel kernel, Kernel first) noexcept nogil

cdef void encode_bed(BoopKernel boop, int seat, signed char[::1] out, Py_ssize_t start) noexcept nogil
@cython.locals(i=int)
cdef void encode_set(u64 spaces, signed char[::1] out, Py_ssize_t start) noexcept nogil
@cython.locals(i=int)
cdef void fill(int number, signed char[::1] out, Py_ssize_t start) noexcept nogil
