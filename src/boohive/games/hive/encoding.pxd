cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u32, u64
from boohive.core.kernel cimport Kernel
from boohive.core.encoding cimport Encoding
from boohive.games.hive cimport bugs, hexes, planes, rules
from boohive.games.hive.rules cimport HiveKernel

cdef class HiveEncoding(Encoding):
    cdef int action(self, Kernel kernel, u32 move) noexcept nogil
    cdef u32 move(self, Kernel kernel, int action) noexcept nogil
    cdef void encode(self, Kernel kernel, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
    cdef void restart(self, Kernel kernel, Kernel first) noexcept nogil

cdef int bug_number(int tile, int seat) noexcept nogil
cdef int tile_number(int bug, int seat) noexcept nogil
@cython.locals(tile=int, goal=int, bug=int, best=int, direction=int, occupied=int, d=int, other=int, number=int)
cdef int action_of(HiveKernel hive, u32 move) noexcept nogil
@cython.locals(tile=int, neighbour=int, placement=int, goal=int)
cdef u32 move_of(HiveKernel hive, int action) noexcept nogil
cdef int middle_of(HiveKernel hive, int seat) noexcept nogil
@cython.locals(shift=int, kind=int, on_table=u64, tile=int, cell=int, level=int, below=int)
cdef void encode_hive(HiveKernel hive, int seat, signed char[::1] out, Py_ssize_t start, bint erase) noexcept nogil
cdef int in_hand(HiveKernel hive, int seat, int kind) noexcept nogil
cdef void write(signed char[::1] out, Py_ssize_t index, int number, bint erase) noexcept nogil
