cimport cython
from boohive.core cimport bits, clock, codes, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.engine cimport habits, scores, table
from boohive.engine.table cimport Table

cdef int POLL_NODES
cdef int FIRST_KILLER, SECOND_KILLER
cdef int MOST_HISTORY
cdef int PLACES
cdef int TAKEN
cdef int LOG[64]

cdef class Control:
    cdef public bint stop
    cdef public long long deadline
    cdef public u64 most_nodes

cdef class Search:
    cdef Kernel kernel
    cdef Table memory
    cdef Control control
    cdef bint clever
    cdef readonly u64 nodes
    cdef u64 poll_at
    cdef readonly bint stopped
    cdef int root_depth
    cdef int root_seat
    cdef readonly u32 best
    cdef int past
    cdef u32* moves
    cdef int* order
    cdef int* history
    cdef int* follow_ups
    cdef u32* line
    cdef int line_length[241]
    cdef u32 killers[484]
    cdef u64 keys[500]
    cdef int stages[500]
    cdef int looks[241]
    cdef int habit[20]
    cdef int root_moves

    @cython.locals(score=int)
    cpdef int run(self, int depth, int alpha, int beta, int first)
    cdef bint must_stop(self) noexcept nogil
    @cython.locals(i=int, best=int, score=int, move=u32)
    cdef int root(self, int depth, int alpha, int beta, int first) noexcept nogil
    @cython.locals(move=u32)
    cdef void to_front(self, int first, int i) noexcept nogil
    @cython.locals(key=u64)
    cdef void enter(self, int ply) noexcept nogil
    @cython.locals(at=int, key=u64, stage=int, seen=int, i=int)
    cdef bint stands_again(self, int ply) noexcept nogil
    cdef int drawn(self) noexcept nogil
    cdef int finished(self, int result, int turns) noexcept nogil
    @cython.locals(result=int, is_open=bint, key=u64)
    cdef int walk(self, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous) noexcept nogil
    cdef int leaf(self, int alpha, int beta, int ply, int turns, int start, u64 key, u32 previous) noexcept nogil
    @cython.locals(wide=bint, is_open=bint, known=u64, table_move=u32, score=int, threatened=bint, move=u32, searched=int, looks=int)
    cdef int inner(self, int depth, int alpha, int beta, int ply, int turns, int start, u64 key, u32 previous, bint extended) noexcept nogil
    @cython.locals(move=u32)
    cdef u32 known_move(self, u64 known) noexcept nogil
    @cython.locals(score=int)
    cdef int known_score(self, u64 known, int depth, int alpha, int beta, int turns) noexcept nogil
    cdef bint is_deep_enough(self, int stored, int depth) noexcept nogil
    @cython.locals(less=int, score=int)
    cdef int without_moves(self, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous, int looks) noexcept nogil
    @cython.locals(prune=bint, improving=bint, enough=int, harmless=bint, futile=bint, best=int, best_move=u32, bound=int, place=int, end=int, picked=int, move=u32, value=int, quiet=bint, score=int)
    cdef int choose(self, int searched, int depth, int alpha, int beta, int ply, int turns, int start, u64 key, u32 previous, bint threatened, int looks, u32 table_move) noexcept nogil
    @cython.locals(enough=int)
    cdef int enough_moves(self, int depth, bint improving) noexcept nogil
    @cython.locals(me=int, same=bint, score=int, reduced=int)
    cdef int try_move(self, u32 move, int place, int depth, int value, int alpha, int beta, int ply, int turns, int end, bint full) noexcept nogil
    @cython.locals(product=int, less=int)
    cdef int reduction(self, int depth, int place, int value, bint wide) noexcept nogil
    cdef int look(self, int depth, int alpha, int beta, int ply, int turns, int end, u32 move, bint same) noexcept nogil
    @cython.locals(at=int, below=int, length=int, i=int)
    cdef void extend_line(self, int ply, u32 move) noexcept nogil
    @cython.locals(seat=int, follows=int, promise=int, first=u32, second=u32, i=int, move=u32, value=int)
    cdef void arrange(self, int start, int end, u32 table_move, int ply, u32 previous) noexcept nogil
    @cython.locals(best=int, i=int)
    cdef int pick(self, int start, int end) noexcept nogil
    @cython.locals(bonus=int, seat=int, i=int)
    cdef void learn(self, u32 move, int start, int end, int picked, int ply, int depth, u32 previous) noexcept nogil
    @cython.locals(size=int, at=int)
    cdef void shift(self, int seat, u32 move, u32 previous, int bonus) noexcept nogil

cdef int shrink(int product) noexcept nogil
cdef int pair(u32 previous) noexcept nogil
cdef int fold(u32 move) noexcept nogil
cdef bint settles(int bound, int score, int alpha, int beta) noexcept nogil
cdef int to_table(int score, int turns) noexcept nogil
cdef int from_table(int score, int turns) noexcept nogil
cdef int write_root(Search search) noexcept nogil
cdef int now_at(Search search) noexcept nogil
