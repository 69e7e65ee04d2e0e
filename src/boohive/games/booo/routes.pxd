cimport cython
from boohive.core cimport bits
from boohive.core.bits cimport u64, u32
from boohive.games.booo cimport constants

ctypedef unsigned short u16
ctypedef unsigned char u8

cdef class CastleGraph:
    cdef readonly int columns, cells, rooms, regions
    cdef u8 wall[2048]
    cdef u16 region[1024]
    cdef u16 room[64]
    cdef u16 starts[2049]
    cdef u16 leads_to[4096]
    cdef u16 through[4096]

    @cython.locals(i=int)
    cdef void set_walls(self, bytes walls)
    @cython.locals(i=int, cell=int)
    cdef bint set_rooms(self, rooms) except -1
    @cython.locals(cell=int)
    cdef void close_outer_edge(self) noexcept nogil
    @cython.locals(stack=cython.ushort[1024], cell=int, start=int, count=int, side=int, other=int)
    cdef int find_regions(self) noexcept nogil
    @cython.locals(other=int, wall=int)
    cdef int free_neighbour(self, int cell, int side) noexcept nogil
    cdef int beyond(self, int wall) noexcept nogil
    @cython.locals(filled=cython.ushort[2048], states=int, wall=int, state=int, near=int, far=int)
    cdef void list_crossings(self) noexcept nogil
    cdef int state_at(self, int cell, int wall) noexcept nogil
    cpdef int region_of(self, int cell)
    cpdef int region_of_room(self, int room)
    cpdef int wall_between(self, int one, int other)
    cpdef int side(self, int wall)

cdef class RouteSearch:
    cdef CastleGraph graph
    cdef int colours, wall_queue_end, token_queue_end
    cdef u64 passages
    cdef u32 cost[2048]
    cdef u16 before[2048]
    cdef u16 step[2048]
    cdef u64 ways[2048]
    cdef u16 wall_queue[2048]
    cdef u16 token_queue[2048]
    cdef u8 done[2048]
    cdef u8 has_passage[256]
    cdef u8 has_change[256]

    @cython.locals(colour=int, state=int)
    cdef void begin(self, CastleGraph graph, int ghost, int colours, u64 passages, u64 transformations, int first)
    cdef void mark_tokens(self, u64 passages, u64 transformations) noexcept nogil
    @cython.locals(goal=int, i=int, j=int, state=int)
    cdef int run(self, int visitor) noexcept nogil
    @cython.locals(cost=u32, k=int, other=int)
    cdef void cross_walls(self, int state) noexcept nogil
    @cython.locals(cost=u32, rooms=u64, room=int, other=int)
    cdef void take_passages(self, int state) noexcept nogil
    @cython.locals(cost=u32, colour=int, other=int)
    cdef void change_colour(self, int state) noexcept nogil
    @cython.locals(best_cost=u32)
    cdef bint reach(self, int state, int other, u32 cost, int step) noexcept nogil
    @cython.locals(best=u32, ways=u64, start=int, state=int, cost=u32)
    cdef u64 best_ways(self, int visitor) noexcept nogil
    @cython.locals(best=u32, start=int, state=int, cost=u32)
    cdef int fewest_crossings(self, int room) noexcept nogil

@cython.locals(search=RouteSearch)
cdef RouteSearch start_search(CastleGraph graph, int ghost, int colours, u64 passages, u64 transformations, int first)
@cython.locals(search=RouteSearch, state=int, cost=u32)
cpdef solve(CastleGraph graph, int ghost, int visitor, int colours, u64 passages, u64 transformations, int first=*)
@cython.locals(search=RouteSearch)
cpdef count_best(CastleGraph graph, int ghost, int visitor, int colours, u64 passages, u64 transformations, int first=*)
@cython.locals(search=RouteSearch, room=int)
cpdef crossings_from(CastleGraph graph, int ghost, int colours, u64 passages, u64 transformations, int first=*)
