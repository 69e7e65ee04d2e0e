cimport cython
from boohive.core cimport bits, constants, repetition
from boohive.core.bits cimport u32, u64
from boohive.core.encoding cimport Encoding
from boohive.core.kernel cimport Kernel
from boohive.envs cimport kernel_array

cdef class Batch:
    cdef Encoding encoding
    cdef Kernel first
    cdef readonly int count
    cdef bint repeats_draw
    cdef int max_moves
    cdef int size
    cdef signed char[::1] masks
    cdef signed char[::1] planes
    cdef list kernels
    cdef void** games
    cdef int* plies
    cdef int* since
    cdef u64* keys
    cdef u64* rng

    @cython.locals(i=int, moves="u32*")
    cpdef restart(self, signed char[::1] seats, int[::1] sampled)
    @cython.locals(i=int, moves="u32*")
    cpdef step(self, int begin, int end, int[::1] actions, float[::1] rewards, signed char[::1] results, signed char[::1] truncated, signed char[::1] seats, int[::1] sampled)
    @cython.locals(i=int)
    cpdef raise_faults(self, int begin, int end)
    @cython.locals(mover=int)
    cdef void begin(self, int i) noexcept nogil
    cdef void renew(self, int i) noexcept nogil
    @cython.locals(mover=int, was=int, result=int)
    cdef void play(self, int i, int action, float[::1] rewards, signed char[::1] results, signed char[::1] truncated) noexcept nogil
    @cython.locals(result=int, key=u64, start=Py_ssize_t, end=Py_ssize_t, is_draw=bint)
    cdef int judge(self, int i, int was) noexcept nogil
    @cython.locals(seat=int, start=Py_ssize_t, k=Py_ssize_t, end=int, chosen=int, action=int)
    cdef void observe(self, int i, signed char[::1] seats, int[::1] sampled, u32* moves) noexcept nogil

@cython.locals(k=Py_ssize_t)
cdef void wipe(signed char[::1] out, Py_ssize_t start, Py_ssize_t end) noexcept nogil

@cython.locals(i=int, action=int)
cdef int find_illegal(Batch batch, int[::1] actions) noexcept nogil
