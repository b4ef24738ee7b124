package dev.hotlane.gateway.cards;

/**
 * The CRC-32 of two texts in a row, from the CRC-32 of each and the length of the second, as crc32_combine,
 * crc32_combine_gen and crc32_combine_op of zlib (crc32.c, version 1.2.12 and later) define it. Any thread.
 *
 * <p>A CRC-32 is a polynomial over the numbers 0 and 1, modulo the polynomial P. {@code n} bytes that follow multiply
 * it by x^(8n). This factor is the operator of {@code n}. Bit 31 of an int is the coefficient of x^0, bit 0 that of
 * x^31. The ones' complements that start and end a CRC-32 cancel out.
 */
public final class Crc32Combine {
    /** P without x^32, which is always in it. */
    private static final int P = 0xEDB88320;

    /** The polynomial 1: the operator of 0 bytes. */
    private static final int ONE = 0x80000000;

    /** {@code OPERATORS[i][b]} is the operator of b * 256^i bytes. */
    private static final int[][] OPERATORS = operators();

    private Crc32Combine() {}

    private static int[][] operators() {
        int[][] table = new int[Long.BYTES][256];
        // x^8 is the operator of one byte.
        int step = ONE >>> 8;
        for (int[] row : table) {
            row[0] = ONE;
            for (int b = 1; b < 256; b++) {
                row[b] = multiply(row[b - 1], step);
            }
            step = multiply(row[255], step);
        }
        return table;
    }

    /** The operator of {@code length} bytes: x^(8 * length) modulo P; {@code length} is not negative. */
    public static int operator(long length) {
        int operator = OPERATORS[0][(int) length & 0xFF];
        int row = 1;
        for (long rest = length >>> 8; rest != 0; rest >>>= 8) {
            int digit = (int) rest & 0xFF;
            if (digit != 0) {
                operator = multiply(operator, OPERATORS[row][digit]);
            }
            row++;
        }
        return operator;
    }

    /** The CRC-32 of A followed by B, from the CRC-32 of each; {@code operator} is that of B's length. */
    public static int combine(int crcOfA, int crcOfB, int operator) {
        return multiply(operator, crcOfA) ^ crcOfB;
    }

    /** The product of two polynomials modulo P. Takes the same time for all, as no branch depends on a bit. */
    private static int multiply(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int i = 0; i < Integer.SIZE; i++) {
            product ^= shifted & (a << i >> 31);
            shifted = shifted >>> 1 ^ P & -(shifted & 1);
        }
        return product;
    }
}
