# The C bodies of signals.py. The exception stays set in the thread while C code finds its way out.
cdef extern from * nogil:
    """
    #ifndef BOOHIVE_SIGNALS
    #define BOOHIVE_SIGNALS
    #include <time.h>
    #define BOOHIVE_SIGNALS_EVERY 50000000LL  /* nanoseconds: taking the GIL has its price */
    static int boohive_interrupted(void) {
        static __thread long long next = 0;
        struct timespec t;
        long long now;
        int found;
        PyGILState_STATE state;
        clock_gettime(CLOCK_MONOTONIC, &t);
        now = (long long) t.tv_sec * 1000000000LL + t.tv_nsec;
        if (now < next) return 0;
        state = PyGILState_Ensure();
        found = PyErr_Occurred() != NULL || PyErr_CheckSignals() != 0;
        PyGILState_Release(state);
        next = found ? 0 : now + BOOHIVE_SIGNALS_EVERY;
        return found;
    }
    static inline int boohive_pending(void) { return PyErr_Occurred() != NULL; }
    static int boohive_raise_interruption(void) { return PyErr_Occurred() ? -1 : 0; }
    #endif
    """
    bint interrupted "boohive_interrupted" () noexcept

cdef extern from *:
    bint pending "boohive_pending" () noexcept
    int raise_interruption "boohive_raise_interruption" () except -1
