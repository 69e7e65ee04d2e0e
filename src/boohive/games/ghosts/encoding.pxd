cimport cython
from boohive.core.bits cimport u32, u64
from boohive.core.encoding cimport Encoding
from boohive.core.kernel cimport Kernel
from boohive.games.boop cimport encoding as boop_encoding
from boohive.games.ghosts cimport pieces, seams
from boohive.games.ghosts.rules cimport GhostsKernel

cdef short CODE[209]
cdef short ACTION[469]

cdef class GhostsEncoding(Encoding):
    cdef int action(self, Kernel kernel, u32 move) noexcept nogil
    cdef u32 move(self, Kernel kernel, int action) noexcept nogil
    cdef void encode(self, Kernel kernel, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
    cdef void restart(self, Kernel kernel, Kernel first) noexcept nogil

cdef void encode_ghosts(GhostsKernel kernel, int seat, signed char[::1] out, Py_ssize_t start) noexcept nogil
@cython.locals(i=int)
cdef void encode_ghost(int ghost, signed char[::1] out, Py_ssize_t start) noexcept nogil
@cython.locals(lane=int)
cdef int heads(int ghost) noexcept nogil
cdef void restart_ghosts(GhostsKernel kernel, GhostsKernel first) noexcept nogil
