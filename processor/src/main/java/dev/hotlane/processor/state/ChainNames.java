package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;

/** The names of the lists of holds: a hash in each, which {@link Chains} finds them by. Owned by the state thread. */
final class ChainNames {
    /** Two bits distinguish the chains of tenants, keys and owners, so that no hold is in one chain twice. */
    private static final long KINDS = 3L << Integer.SIZE;

    private static final long KEY = 1L << Integer.SIZE;
    private static final long TENANT = 2L << Integer.SIZE;

    private long seed;

    /** Sets the seed, so that no caller can aim names at one list. */
    void seed(long newSeed) {
        seed = newSeed;
    }

    /** The chain of all holds of a tenant. */
    long tenant(long tenant) {
        return tenant == 0 ? Chains.EMPTY_TENANT : ofTenant(tenant) & ~KINDS | TENANT;
    }

    /** The chain of the holds of an owner of a tenant. */
    long owner(long tenant, byte[] bytes, int offset, int length) {
        return Hash.of(bytes, offset, length, ofTenant(tenant)) | KINDS;
    }

    /** The chain of a key of stock, among the holds of a tenant. */
    long key(long tenant, byte[] bytes, int offset, int length) {
        return Hash.of(bytes, offset, length, ofTenant(tenant)) & ~KINDS | KEY;
    }

    private long ofTenant(long tenant) {
        return tenant == 0 ? seed : Hash.mix(seed, tenant);
    }
}
