# The C bodies of slots.py.
from boohive.core.kernel cimport Kernel

cdef extern from * nogil:
    """
    #ifndef BOOHIVE_SLOTS
    #define BOOHIVE_SLOTS
    #include <stdlib.h>
    static inline void **boohive_slots(int n) { return (void **) calloc((size_t) n, sizeof(void *)); }
    static inline void boohive_keep(void **row, int i, void *kernel) { row[i] = kernel; }
    static inline void *boohive_at(void **row, int i) { return row[i]; }
    static inline void boohive_drop(void **row) { free(row); }
    #endif
    """
    void** room "boohive_slots" (int n) noexcept
    void keep "boohive_keep" (void** row, int i, Kernel kernel) noexcept
    void* at "boohive_at" (void** row, int i) noexcept
    void forget "boohive_drop" (void** row) noexcept
