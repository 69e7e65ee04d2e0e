cimport cython
from boohive.core.bits cimport u32
from boohive.core.kernel cimport Kernel, Moves

cdef class Move:
    cdef readonly u32 _code
    cdef readonly object _position

@cython.locals(move=Move)
cpdef Move make_move(position, u32 code)

cdef class MoveSequence:
    cdef readonly object _position
    cdef readonly Moves _found
    @cython.locals(n=int)
    cpdef Move _at(self, int i)
    @cython.locals(found=Moves, moves=list, i=int)
    cpdef list _all(self)

cdef class MoveNode:
    cdef readonly object previous
    cdef readonly u32 code
    cdef readonly object origin
    cdef public object text
    cdef public object effects
