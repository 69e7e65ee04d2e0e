cimport cython
from boohive.core cimport bits, clock, codes, signals
from boohive.core.bits cimport u64, u32
from boohive.core.kernel cimport Kernel
from boohive.engine cimport scores
from boohive.engine.search cimport Control

cdef u32 ENDLESS
cdef u32 PROVED
cdef u64 HALF
cdef u64 MOST

cdef class Proof:
    cdef Kernel kernel
    cdef readonly int attacker
    cdef Control control
    cdef u64 buckets
    cdef u64* cells
    cdef u32* moves
    cdef u64* children
    cdef u64* path
    cdef readonly u64 nodes
    cdef readonly u32 proofs
    cdef bint stopped
    cdef long long work_until
    cdef u32 low
    cdef u32 high
    cdef u32 child_proof
    cdef u32 child_disproof

    cpdef run(self, Kernel kernel, u64 most_nodes=*, double work=*)
    @cython.locals(found=int)
    cpdef place_in_order(self, Kernel kernel)
    cdef u64 bucket(self, u64 key) noexcept nogil
    @cython.locals(at=u64, i=u64)
    cdef int find(self, u64 key) noexcept nogil
    @cython.locals(at=u64, i=u64, place=u64, least=u64, known=u64, worth=u64)
    cdef void keep(self, u64 key, u32 proof, u32 disproof) noexcept nogil
    @cython.locals(key=u64, result=int, attacking=bint, safe=int)
    cdef void first_look(self, int start) noexcept nogil
    cdef void settle(self, u64 key, bint won) noexcept nogil
    @cython.locals(me=int, end=int, safe=int, i=int)
    cdef int safe_moves(self, int start) noexcept nogil
    @cython.locals(attacking=bint, end=int, best=int)
    cdef void visit(self, int ply, int start, u32 most_proof, u32 most_disproof, u64 key) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
    @cython.locals(end=int, i=int, k=int)
    cdef int look_at_children(self, int start) noexcept nogil
    @cython.locals(best=int, least=u32, second=u32, best_far=u32, total=u32, i=int, near=u32, far=u32, most_near=u32, most_far=u32)
    cdef int add_up(self, int ply, int start, int end, bint attacking, u32 most_proof, u32 most_disproof) noexcept nogil
    @cython.locals(proof=u32, disproof=u32)
    cdef (u32, u32) numbers(self, int ply, u64 key, bint attacking) noexcept nogil
    @cython.locals(i=int)
    cdef bint is_on_path(self, int ply, u64 key) noexcept nogil
    @cython.locals(key=u64, proof=u32, disproof=u32)
    cdef void step_down(self, int ply, int best, int start, int end) noexcept nogil

cdef u64 wide(u64 number) noexcept nogil
cpdef u64 kernel_key(Kernel kernel)
@cython.locals(room="u32*", code=u32)
cpdef win_at_once(Kernel kernel)
@cython.locals(room="u32*", found=bint)
cpdef bint is_threatened(Kernel kernel)
