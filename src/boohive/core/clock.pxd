# The C bodies of clock.py.
cdef extern from * nogil:
    """
    #ifndef BOOHIVE_CLOCK
    #define BOOHIVE_CLOCK
    #include <time.h>
    static inline long long boohive_now(void) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (long long) t.tv_sec * 1000000000LL + t.tv_nsec;
    }
    static inline long long boohive_thread_time(void) {
        struct timespec t;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return (long long) t.tv_sec * 1000000000LL + t.tv_nsec;
    }
    #endif
    """
    long long now "boohive_now" () noexcept
    long long thread_time "boohive_thread_time" () noexcept
