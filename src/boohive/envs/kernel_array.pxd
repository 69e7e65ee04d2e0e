# The C bodies of kernel_array.py.
from boohive.core.kernel cimport Kernel

cdef extern from * nogil:
    """
    #ifndef BOOHIVE_KERNEL_ARRAY
    #define BOOHIVE_KERNEL_ARRAY
    #include <stdlib.h>
    /* Called with Python's lock: a failed allocation is a MemoryError, never an address to write to. */
    static inline void **boohive_kernel_array(int n) {
        void **row = (void **) calloc((size_t) (n > 0 ? n : 1), sizeof(void *));
        if (row == 0) PyErr_NoMemory();
        return row;
    }
    static inline void boohive_keep(void **row, int i, void *kernel) { row[i] = kernel; }
    static inline void *boohive_at(void **row, int i) { return row[i]; }
    static inline void boohive_drop(void **row) { free(row); }
    #endif
    """
    void keep "boohive_keep" (void** row, int i, Kernel kernel) noexcept
    void* at "boohive_at" (void** row, int i) noexcept
    void free "boohive_drop" (void** row) noexcept

cdef extern from *:
    void** allocate "boohive_kernel_array" (int n) except NULL
