cimport cython
from boohive.games.hive cimport bugs, hexes, rules
from boohive.games.hive.rules cimport HiveKernel

cdef list NAMES
cdef list DESTINATIONS

@cython.locals(found=list, i=int)
cpdef list write_moves(HiveKernel kernel, list codes)
@cython.locals(tile=int, cell=int)
cpdef str write_move(HiveKernel kernel, int code)
cpdef str destination_text(HiveKernel kernel, int cell, int but)
@cython.locals(other=int, d=int)
cdef int destination(HiveKernel kernel, int cell, int but)
