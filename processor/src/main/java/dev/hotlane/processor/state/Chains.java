package dev.hotlane.processor.state;

/**
 * Lists of holds, newest first: one per tenant, in it one per owner and one per key of stock. A link is two longs inside a
 * hold's row: references to the next newer and the next older link, then the chain and the link's number in its row. 32
 * bits of a hash find a chain, so two owners may share one: the caller checks each hold. Owned by the state thread;
 * allocates only to grow.
 */
final class Chains {
    /** No link. */
    static final int NONE = -1;

    /** Longs of a link. */
    static final int LINK = 2;

    /** Number of the link in the chain of its tenant. */
    static final int TENANT = 0;

    /** The chain of the empty tenant, which needs no place in the index. No other chain's hash is 0. */
    static final long EMPTY_TENANT = 0;

    private static final long HALF = 0xFFFFFFFFL;

    private final Slab slab;
    private final Index heads = new Index(Integer.SIZE);
    private int newest = NONE;

    Chains(Slab slab) {
        this.slab = slab;
    }

    /** Prefetches the chain of that hash. */
    void touch(long hash) {
        heads.touch(hash);
    }

    /** The newest link of that chain, or {@link #NONE}. */
    int newest(long hash) {
        if (hash == EMPTY_TENANT) {
            return newest;
        }
        long[] table = heads.table(hash);
        for (int at = heads.home(hash, table); table[at] != 0; at = Index.next(at, table)) {
            if (heads.mayBe(table[at], hash)) {
                return (int) heads.reference(table[at]);
            }
        }
        return NONE;
    }

    /** The next older link of the same chain, or {@link #NONE}. */
    int older(int link) {
        return (int) neighbours(link) - 1;
    }

    /** Number of a link in its row. */
    int number(int link) {
        return (int) name(link);
    }

    /** Whether a link belongs to the chain of that hash. */
    boolean isOf(int link, long hash) {
        return isInIndex(link) && (name(link) ^ hash) >>> Integer.SIZE == 0;
    }

    /** Whether a link is not of the chain of the empty tenant, whose name is 0. */
    private boolean isInIndex(int link) {
        return name(link) != 0;
    }

    /** Makes a link the newest of the chain of that hash. */
    void add(int link, int number, long hash) {
        int older = newest(hash);
        slab.page(link)[slab.position(link)] = older + 1 & HALF;
        slab.page(link)[slab.position(link) + 1] = hash & ~HALF | number;
        if (older != NONE) {
            newer(older, link);
        }
        if (hash == EMPTY_TENANT) {
            newest = link;
        } else if (older == NONE) {
            heads.add(hash, link);
        } else {
            heads.replace(hash, older, link);
        }
    }

    /** Removes a link from its chain. */
    void remove(int link) {
        int newer = (int) (neighbours(link) >>> Integer.SIZE) - 1;
        int older = older(link);
        if (older != NONE) {
            newer(older, newer);
        }
        if (newer != NONE) {
            long[] page = slab.page(newer);
            int at = slab.position(newer);
            page[at] = page[at] & ~HALF | older + 1 & HALF;
        } else if (!isInIndex(link)) {
            newest = older;
        } else if (older == NONE) {
            heads.remove(name(link), link);
        } else {
            heads.replace(name(link), link, older);
        }
    }

    private void newer(int link, int newer) {
        long[] page = slab.page(link);
        int at = slab.position(link);
        page[at] = page[at] & HALF | (long) (newer + 1) << Integer.SIZE;
    }

    private long neighbours(int link) {
        return slab.page(link)[slab.position(link)];
    }

    private long name(int link) {
        return slab.page(link)[slab.position(link) + 1];
    }
}
