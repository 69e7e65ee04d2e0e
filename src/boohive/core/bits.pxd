# The C bodies of bits.py. Included by every kernel, so that the compiler can inline them.
ctypedef unsigned long long u64
ctypedef unsigned int u32

cdef extern from * nogil:
    """
    #ifndef BOOHIVE_BITS
    #define BOOHIVE_BITS
    #include <stdlib.h>
    static inline unsigned long long boohive_bit(int n) { return 1ULL << n; }
    static inline int boohive_count(unsigned long long w) { return __builtin_popcountll(w); }
    static inline int boohive_lowest(unsigned long long w) { return __builtin_ctzll(w); }
    static inline int boohive_highest(unsigned long long w) { return 63 - __builtin_clzll(w); }
    static inline unsigned long long boohive_mix(unsigned long long w) {
        w += 0x9E3779B97F4A7C15ULL;
        w = (w ^ (w >> 30)) * 0xBF58476D1CE4E5B9ULL;
        w = (w ^ (w >> 27)) * 0x94D049BB133111EBULL;
        return w ^ (w >> 31);
    }
    #if defined(__linux__)
    #include <string.h>
    #include <sys/mman.h>
    #endif
    /* Large blocks use huge pages: reads are spread all over a table, and with small pages most would miss the TLB. */
    static inline unsigned long long *boohive_allocate_words(int n) {
        size_t bytes = (size_t) n * sizeof(unsigned long long);
        #if defined(__linux__) && defined(MADV_HUGEPAGE)
        void *block = 0;
        if (bytes >= (1u << 22) && posix_memalign(&block, 1u << 21, bytes) == 0) {
            madvise(block, bytes, MADV_HUGEPAGE);
            return (unsigned long long *) memset(block, 0, bytes);
        }
        #endif
        return (unsigned long long *) calloc((size_t) (n > 0 ? n : 1), sizeof(unsigned long long));
    }
    static inline void boohive_prefetch(unsigned long long *block, unsigned long long index) {
        __builtin_prefetch(block + index);
    }
    static inline unsigned int *boohive_allocate_moves(int n) {
        return (unsigned int *) malloc((size_t) (n > 0 ? n : 1) * sizeof(unsigned int));
    }
    static inline int *boohive_allocate_ints(int n) { return (int *) calloc((size_t) (n > 0 ? n : 1), sizeof(int)); }
    static inline void boohive_free(void *block) { free(block); }
    /* Called with Python's lock: a failed allocation is a MemoryError, never an address to write to. */
    static inline int boohive_require(void *block) {
        if (block == 0) { PyErr_NoMemory(); return -1; }
        return 0;
    }
    #endif
    """
    u64 bit "boohive_bit" (int n) noexcept
    int count "boohive_count" (u64 word) noexcept
    int lowest "boohive_lowest" (u64 word) noexcept
    int highest "boohive_highest" (u64 word) noexcept
    u64 mix "boohive_mix" (u64 word) noexcept
    u64* allocate_words "boohive_allocate_words" (int n) noexcept
    u32* allocate_moves "boohive_allocate_moves" (int n) noexcept
    int* allocate_ints "boohive_allocate_ints" (int n) noexcept
    void prefetch "boohive_prefetch" (u64* block, u64 index) noexcept
    void free "boohive_free" (void* block) noexcept

cdef extern from *:
    int require "boohive_require" (void* block) except -1
