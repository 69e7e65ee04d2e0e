cimport cython
from boohive.core cimport bits, clock, constants, repetition, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.core.search_kernel cimport SearchKernel, as_search_kernel
from boohive.engine cimport parameters, scores, transposition
from boohive.engine.shared_work cimport SharedWork
from boohive.engine.transposition cimport TranspositionTable

cdef int POLL_NODES, TRY, SKIP, NO_MORE, FUTILE_MOVES, CORRECTIONS, MAX_ERROR, MAX_BONUS
cdef int LOG[64]

cdef class SearchControl:
    cdef public bint stop
    cdef public long long deadline
    cdef public u64 max_nodes

cdef class Search:
    cdef SearchKernel kernel
    cdef TranspositionTable table
    cdef SearchControl control
    cdef SharedWork shared
    cdef bint is_shared
    cdef bint is_helper
    cdef bint pruning
    cdef readonly u64 nodes
    cdef u64 poll_at
    cdef readonly bint stopped
    cdef int root_depth
    cdef int root_seat
    cdef readonly u32 best
    cdef readonly u64 root_nodes
    cdef readonly u64 best_nodes
    cdef int game_length
    cdef u32* moves
    cdef int* order
    cdef int* history
    cdef int* continuation_history
    cdef int* corrections
    cdef u32* pv
    cdef int pv_length[241]
    cdef u32 killers[484]
    cdef u64 keys[500]
    cdef int irreversible[500]
    cdef int since[500]
    cdef int static_evals[241]
    cdef int extensions[241]
    cdef u32 excluded[241]
    cdef int parameter[24]
    cdef int root_count

    @cython.locals(score=int)
    cpdef int run(self, int depth, int alpha, int beta, int first) except? -1
    cdef bint should_stop(self) noexcept nogil
    @cython.locals(i=int, best=int, number=int, value=int, begun=u64, before=u64, score=int, move=u32)
    cdef int search_root(self, int depth, int alpha, int beta, int first) noexcept nogil
    @cython.locals(key=u64, index=int)
    cdef void push_key(self, int ply) noexcept nogil
    @cython.locals(index=int)
    cdef bint is_repetition(self, int ply) noexcept nogil
    @cython.locals(contempt=int)
    cdef int draw_score(self) noexcept nogil
    cdef int terminal_score(self, int result, int turns) noexcept nogil
    @cython.locals(result=int, mid_turn=bint)
    cdef int search(self, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous) noexcept nogil
    @cython.locals(max_turns=int)
    cdef int quiesce(self, int alpha, int beta, int ply, int turns, int start, u32 previous) noexcept nogil
    @cython.locals(pv_node=bint, mid_turn=bint, entry=u64, table_move=u32, score=int, threatened=bint, move=u32, nominal=int, static_eval=int)
    cdef int search_node(self, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous, bint extended) noexcept nogil
    @cython.locals(threatened=bint, extension=int, prune=bint, max_quiet=int, best=int, best_move=u32, bound=int, number=int, deferred=int, end=int, picked=int, move=u32, value=int, verdict=int, place=int, score=int)
    cdef int search_moves(self, int kept, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous, u32 first) noexcept nogil
    @cython.locals(me=int, is_marked=bint, same_seat=bint, score=int, reduced=int)
    cdef int search_move(self, u32 move, int number, int depth, int value, int alpha, int beta, int ply, int turns, int end, bint no_reduction) noexcept nogil
    cdef int search_child(self, int depth, int alpha, int beta, int ply, int turns, int end, u32 move, bint same_seat) noexcept nogil

@cython.locals(margin=int, reduction=int, score=int, real=int)
cdef int prune_before_moves(Search search, int depth, int alpha, int beta, int ply, int turns, int start, u32 previous, int static_eval) noexcept nogil
@cython.locals(score=int, target=int)
cdef int singular_extension(Search search, u64 entry, int depth, int ply, int turns, int start, u32 previous, u32 table_move) noexcept nogil
cdef int verdict_on_quiet(Search search, u32 move, int number, int max_quiet, int best, int depth, int turns, int end) noexcept nogil
cdef bint rest_is_quiet(Search search) noexcept nogil
@cython.locals(found=bint)
cdef bint makes_threat(Search search, u32 move, int end) noexcept nogil
cdef int set_parameters(Search search, dict overrides) except -1
@cython.locals(limit=int, static_eval=int)
cdef int max_quiet_moves(Search search, int depth, int alpha, int ply) noexcept nogil
cdef bint opponent_must_answer(Search search, int depth, int end) noexcept nogil
cdef int late_depth(Search search, int depth, int number, int value, bint pv_node, int end) noexcept nogil
cdef bint is_futile(Search search, int depth, int alpha, int ply) noexcept nogil
@cython.locals(product=int, base=int, slope=int, plies=int)
cdef int reduction(Search search, int depth, int number, int value, bint pv_node) noexcept nogil
cdef int correction_index(Search search, u32 previous) noexcept nogil
@cython.locals(found=int)
cdef int correction(Search search, u32 previous) noexcept nogil
@cython.locals(error=int, bonus=int, index=int)
cdef void update_correction(Search search, u32 previous, int score, int ply, int depth, int bound) noexcept nogil
@cython.locals(move=u32)
cdef u32 stored_move(Search search, u64 entry) noexcept nogil
@cython.locals(stored=int, score=int)
cdef int stored_score(Search search, u64 entry, int depth, int alpha, int beta, int turns) noexcept nogil
cdef void store(Search search, int ply, u32 move, int score, int turns, int depth, int bound) noexcept nogil
cdef bint is_cutoff(int bound, int score, int alpha, int beta) noexcept nogil
cdef int to_table(int score, int turns) noexcept nogil
cdef int from_table(int score, int turns) noexcept nogil
@cython.locals(end=int, seat=int, row=int, weight=int, quiet_below=int, first=u32, second=u32, i=int, move=u32, forcing=int, value=int)
cdef int generate_scored(Search search, int start, u32 table_move, int ply, u32 previous) noexcept nogil
@cython.locals(best=int, i=int)
cdef int pick_next(Search search, int start, int end) noexcept nogil
@cython.locals(value=int)
cdef int defer(Search search, int start, int picked, int place) noexcept nogil
@cython.locals(bonus=int, seat=int, i=int)
cdef void update_history(Search search, u32 move, int start, int end, int picked, int ply, int depth, u32 previous) noexcept nogil
@cython.locals(size=int, index=int)
cdef void add_bonus(Search search, int seat, u32 move, u32 previous, int bonus) noexcept nogil
cdef int scaled(int product) noexcept nogil
cdef int continuation_row(u32 previous) noexcept nogil
cdef int history_index(u32 move) noexcept nogil
@cython.locals(index=int, below=int, length=int, i=int)
cdef void update_pv(Search search, int ply, u32 move) noexcept nogil
@cython.locals(deferred=int, i=int)
cdef int next_root_move(Search search, int first) noexcept nogil
@cython.locals(i=int)
cdef void begin_with(Search search, u32 move) noexcept nogil
@cython.locals(move=u32)
cdef void move_to_front(Search search, int first, int i) noexcept nogil
cdef int write_root(Search search) noexcept nogil
cdef int irreversible_count(Search search) noexcept nogil
