# The C body of network.worth: 32 units side by side in the processor's wide registers.
cdef extern from * nogil:
    """
    #ifndef BOOHIVE_NETWORK
    #define BOOHIVE_NETWORK
    #include <string.h>
    typedef short boohive_units __attribute__((vector_size(32)));
    typedef int boohive_sums __attribute__((vector_size(64)));
    static inline int boohive_worth(const short *first, const short *linear, const short *second,
                                    const int *inputs, const int *counts, int number) {
        boohive_units low, high, row, zero = {0};
        boohive_sums sums;
        int total = 0;
        memcpy(&low, first, 32);
        memcpy(&high, first + 16, 32);
        for (int i = 0; i < number; i++) {
            const short *weights = first + 32 + 32 * inputs[i];
            short count = (short) counts[i];
            total += linear[inputs[i]] * count;
            memcpy(&row, weights, 32);
            low += row * count;
            memcpy(&row, weights + 16, 32);
            high += row * count;
        }
        low &= (boohive_units) (low > zero);
        high &= (boohive_units) (high > zero);
        memcpy(&row, second, 32);
        sums = __builtin_convertvector(low, boohive_sums) * __builtin_convertvector(row, boohive_sums);
        memcpy(&row, second + 16, 32);
        sums += __builtin_convertvector(high, boohive_sums) * __builtin_convertvector(row, boohive_sums);
        total *= 128;
        for (int j = 0; j < 16; j++)
            total += sums[j];
        return total >> 11;
    }
    #endif
    """
    int worth "boohive_worth" (const short* first, const short* linear, const short* second, const int* inputs, const int* counts, int number) noexcept
