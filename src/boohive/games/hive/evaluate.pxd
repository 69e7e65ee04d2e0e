cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.hive cimport bugs, hexes, terms

ctypedef unsigned char u8
ctypedef unsigned short u16

cdef int USED_WEIGHTS[38]
cdef int DISTANCE[1024]
cdef int KIND[29]
cdef int COUNT[8]

@cython.locals(cell=int, touching=int, enemies=int)
cdef void count_queen(int* counts, int sign, int seat, u16* near, u8* top, short* cell_of) noexcept nogil
@cython.locals(home=int, goal=int, tile=int, cell=int, kind=int, way=int)
cdef void count_bugs(int* counts, int sign, int seat, u64 on_table, u64 free, u8* top, short* cell_of) noexcept nogil
@cython.locals(kind=int)
cdef void count_hand(int* counts, int sign, int seat, int kinds, u8* placed) noexcept nogil
@cython.locals(seat=int, sign=int)
cdef void fill_counts(int* counts, int mover, u16* near, u8* top, short* cell_of, u64* on_table, u8* placed, int kinds, u64 free) noexcept nogil
@cython.locals(counts=int[38], total=int, i=int)
cdef int evaluate(int mover, u16* near, u8* top, short* cell_of, u64* on_table, u8* placed, int kinds, u64 free) noexcept nogil
@cython.locals(i=int)
cpdef void set_weights(list weights)
