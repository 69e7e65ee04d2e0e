cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64, u32

cdef u64 LOW_HALF
cdef int AGES

cdef class TranspositionTable:
    cdef readonly int size_mib
    cdef u64 buckets
    cdef int age
    cdef u64* entries

    @cython.locals(i=u64)
    cpdef void clear(self) noexcept
    cdef u64 bucket(self, u64 key) noexcept nogil
    cdef void prefetch(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64)
    cdef u64 probe(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64, slot=u64, entry=u64, worst=int, value=int)
    cdef void store(self, u64 key, u32 move, int score, int depth, int bound) noexcept nogil

cdef u64 pack(u32 move, int score, int depth, int bound, int age) noexcept nogil
cdef u64 word(u64 number) noexcept nogil
cdef u32 move_of(u64 entry) noexcept nogil
cdef int score_of(u64 entry) noexcept nogil
cdef int depth_of(u64 entry) noexcept nogil
cdef int bound_of(u64 entry) noexcept nogil
cdef int age_of(u64 entry) noexcept nogil
