package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;

/**
 * How many open holds each tenant has, by its number. Only tenants that have some take a place: a hash table with linear
 * probing, at most half full. The empty tenant, 0, has a field. Owned by the state thread; allocates only to grow.
 */
final class TenantCounts {
    private long[] tenants = new long[16];
    private int[] counts = new int[16];
    private int size;
    private int ofEmpty;
    private long seed;

    /** Sets the seed of the table, so that no name can be aimed at one place of it; only while empty. */
    void seed(long newSeed) {
        seed = newSeed;
    }

    /** The count of a tenant, 0 if it has none. */
    int count(long tenant) {
        return tenant == 0 ? ofEmpty : counts[place(tenant)];
    }

    /** Counts one more. */
    void add(long tenant) {
        if (tenant == 0) {
            ofEmpty++;
            return;
        }
        int at = place(tenant);
        if (counts[at] == 0) {
            if (2 * ++size > counts.length) {
                widen();
                at = place(tenant);
            }
            tenants[at] = tenant;
        }
        counts[at]++;
    }

    /** Counts one less; the tenant must have one. */
    void remove(long tenant) {
        if (tenant == 0) {
            ofEmpty--;
            return;
        }
        int at = place(tenant);
        if (--counts[at] == 0) {
            size--;
            close(at);
        }
    }

    /** Place of a tenant, or the empty one where it would be. */
    private int place(long tenant) {
        int at = home(tenant);
        while (counts[at] != 0 && tenants[at] != tenant) {
            at = next(at);
        }
        return at;
    }

    /** Closes the gap, so that no search meets one. */
    private void close(int from) {
        int gap = from;
        for (int at = next(gap); counts[at] != 0; at = next(at)) {
            int home = home(tenants[at]);
            if ((at - home & counts.length - 1) >= (at - gap & counts.length - 1)) {
                tenants[gap] = tenants[at];
                counts[gap] = counts[at];
                counts[at] = 0;
                gap = at;
            }
        }
    }

    private void widen() {
        long[] oldTenants = tenants;
        int[] oldCounts = counts;
        tenants = new long[oldTenants.length * 2];
        counts = new int[oldCounts.length * 2];
        for (int i = 0; i < oldCounts.length; i++) {
            if (oldCounts[i] != 0) {
                int at = place(oldTenants[i]);
                tenants[at] = oldTenants[i];
                counts[at] = oldCounts[i];
            }
        }
    }

    private int home(long tenant) {
        return (int) Hash.mix(seed, tenant) & counts.length - 1;
    }

    private int next(int at) {
        return at + 1 & counts.length - 1;
    }
}
