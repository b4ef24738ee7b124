package dev.hotlane.proof.simulation.mysql;

import java.util.Arrays;

/**
 * Values of one row in the order of its table's columns: Long, String or byte[]. Never changed once it is in a table.
 */
public record SqlRow(Object[] values) {
    /** A number of the row. */
    public long number(int column) {
        return (Long) values[column];
    }

    /** Bytes of the row, not copied. */
    public byte[] bytes(int column) {
        return (byte[]) values[column];
    }

    static int compare(Object a, Object b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Long.compare(x, y);
        } else if (a instanceof byte[] x && b instanceof byte[] y) {
            return Arrays.compareUnsigned(x, y);
        } else if (a instanceof String x && b instanceof String y) {
            return x.compareTo(y);
        }
        throw new IllegalArgumentException("MySQL would convert types here, this one does not: " + a + ", " + b);
    }
}
