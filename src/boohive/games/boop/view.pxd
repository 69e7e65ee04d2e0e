cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64
from boohive.games.boop cimport bed, pieces

cdef u64 STARTS[4]

@cython.locals(which=int, seat=int, left=u64)
cpdef pieces_on(held)
@cython.locals(which=int, seat=int, occupied=u64, kittens=u64, cats=u64, own=u64)
cpdef marks(held, bint junior)
@cython.locals(direction=int, step=int, one=int, other=int, missing=int, first=int, begin=int, end=int, firsts=u64)
cdef add_open_rows(list found, int seat, u64 own, u64 winners, u64 empty)
