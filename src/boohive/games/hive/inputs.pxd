cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.hive cimport bugs, hexes, network_terms

ctypedef unsigned char u8
ctypedef unsigned short u16

cdef int STEP[12]
cdef u8 SLIDES[64]
cdef u8 KIND[29]
cdef u8 COUNT[8]
cdef u8 DISTANCE[1024]

@cython.locals(touching=int, around=int, gaps=int, cell=int, ways=int)
cdef void count_queen(int* counts, int seat, u16* near, u8* top, int home) noexcept nogil
cdef void count_bug(int* counts, int kind, bint free, int way, int way_home) noexcept nogil
@cython.locals(home=int, goal=int, tile=int, cell=int, way=int, way_home=int, kind=int)
cdef void count_side(int* counts, int seat, u16* near, u8* top, u8* height, short* cell_of, u64 on_table, u8* placed, int kinds, u64 free) noexcept nogil
@cython.locals(counts=int[52], found=int, i=int)
cdef int fill(int* inputs, int* values, int mover, u16* near, u8* top, u8* height, short* cell_of, u64* on_table, u8* placed, int kinds, u64 free) noexcept nogil
@cython.locals(i=int)
cdef int squeeze(int* inputs, int* values, int* counts, int first, int found) noexcept nogil
