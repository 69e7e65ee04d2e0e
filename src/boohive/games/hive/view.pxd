cimport cython
from boohive.games.hive cimport bugs, hexes, rules
from boohive.games.hive.rules cimport HiveKernel

cdef list NAMES
cdef list WORDS
cdef list MARKS
cdef list REFS

@cython.locals(cell=int, stack=list, level=int, tile=int)
cpdef list pieces(HiveKernel kernel, dict places)
@cython.locals(kind=int)
cpdef dict hand(HiveKernel kernel, int seat)
@cython.locals(seat=int, queen=int, cell=int)
cpdef list marks(HiveKernel kernel, dict places)
@cython.locals(seat=int, kind=int)
cpdef list hands(HiveKernel kernel)
@cython.locals(first=int, tile=int)
cdef list in_hand(HiveKernel kernel, int seat, int kind)
@cython.locals(found=int, d=int)
cdef int free_sides(HiveKernel kernel, int cell)

cdef class Ending:
    cdef str place
    cdef int by
    cdef str words

cdef class Mover:
    cdef str name
    cdef object walks
    cdef object throwers
    cdef str said

@cython.locals(movers=list, endings=list, throwers=list, written=list, i=int, code=int, tile=int, cell=int, bug=Mover, end=Ending, words=str)
cpdef str moves_json(HiveKernel kernel, dict places, list codes)
@cython.locals(name=str, cell=int, q=int, r=int, said=str)
cdef Mover mover(HiveKernel kernel, dict places, int tile, list throwers)
@cython.locals(top=int, d=int, neighbour=int, q=int, r=int, right=int, down=int, before=str, after=str)
cdef Ending ending(HiveKernel kernel, dict places, int cell)
