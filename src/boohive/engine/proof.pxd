cimport cython
from boohive.core cimport bits, clock, constants, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.core.search_kernel cimport SearchKernel, as_search_kernel, symmetry_key
from boohive.engine cimport scores
from boohive.engine.search cimport SearchControl

cdef u32 ENDLESS
cdef u32 PROVED
cdef u64 HALF
cdef u64 MAX_WORD
cdef int NO_LENGTH, MAX_VISITS, LENGTH_SLOTS, POLL_CHILDREN

cdef class Proof:
    cdef SearchKernel kernel
    cdef readonly int attacker
    cdef SearchControl control
    cdef u64 buckets
    cdef u64* entries
    cdef u32* moves
    cdef u64* children
    cdef u64* path
    cdef u64* lengths
    cdef int visits_left
    cdef readonly u64 nodes
    cdef readonly u32 proofs
    cdef bint stopped
    cdef long long cpu_until
    cdef int polls
    cdef u32 low
    cdef u32 high
    cdef u32 child_proof
    cdef u32 child_disproof

    cpdef run(self, Kernel kernel, u64 max_nodes=*, double cpu_seconds=*)
    @cython.locals(found=int)
    cpdef solved_at(self, Kernel kernel)
    @cython.locals(turns=int)
    cpdef win_length(self, Kernel kernel)
    cdef u64 bucket(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64)
    cdef int find(self, u64 key) noexcept nogil
    @cython.locals(first=u64, i=u64, slot=u64, lowest=u64, entry=u64, worth=u64)
    cdef void store(self, u64 key, u32 proof, u32 disproof) noexcept nogil
    @cython.locals(key=u64, result=int, attacking=bint, safe=int)
    cdef void init_node(self, int start) noexcept nogil
    cdef void set_solved(self, u64 key, bint won) noexcept nogil
    @cython.locals(me=int, end=int, safe=int, i=int)
    cdef int moves_avoiding_loss(self, int start) noexcept nogil
    @cython.locals(attacking=bint, end=int, best=int)
    cdef void mid(self, int ply, int start, u32 most_proof, u32 most_disproof, u64 key) noexcept nogil
    cdef bint should_stop(self) noexcept nogil
    @cython.locals(end=int, i=int, k=int)
    cdef int expand(self, int start) noexcept nogil
    @cython.locals(best=int, lowest=u32, second=u32, best_far=u32, total=u32, i=int, near=u32, far=u32, max_near=u32, max_far=u32)
    cdef int sum_children(self, int ply, int start, int end, bint attacking, u32 most_proof, u32 most_disproof) noexcept nogil
    @cython.locals(proof=u32, disproof=u32)
    cdef (u32, u32) proof_numbers(self, int ply, u64 key, bint attacking) noexcept nogil
    @cython.locals(i=int)
    cdef bint is_on_path(self, int ply, u64 key) noexcept nogil
    @cython.locals(key=u64, proof=u32, disproof=u32)
    cdef void descend(self, int ply, int best, int start, int end) noexcept nogil

cdef u64 wide(u64 number) noexcept nogil
@cython.locals(attacking=bint, key=u64, at=u64, end=int, turns=int, i=int)
cdef int length(Proof proof, int ply, int start) noexcept nogil
@cython.locals(best=int, i=int)
cdef int attackers_length(Proof proof, int ply, int start, int end, u32 rank) noexcept nogil
@cython.locals(turns=int)
cdef int length_after(Proof proof, int ply, int i, int end) noexcept nogil
