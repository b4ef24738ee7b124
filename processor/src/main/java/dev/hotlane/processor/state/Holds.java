package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Rules;
import java.util.Arrays;

/**
 * The holds in their orders: open ones by expiry, resolved ones that are kept by resolution, all of them chained for
 * lists. Owned by the state thread; allocates only to grow.
 */
final class Holds {
    /** A hold that does not exist. */
    static final int NONE = HoldTable.NONE;

    /** Most resolved holds that one record drops, so that the first one after a long quiet time is not slow. */
    private static final int DROPS_MAX = 4_096;

    private static final int OWNER = 1;
    private static final int FIRST_KEY = 2;

    final HoldTable rows = new HoldTable();
    private final Chains chains = new Chains(rows.slab);
    private final ChainNames names = new ChainNames();
    private final Expiries expiries = new Expiries();
    private final long[] keyChains = new long[CommandView.OPS_MAX];
    int oldestResolved = NONE;
    private int newestResolved = NONE;
    private final TenantCounts openOf = new TenantCounts();
    private int resolved;
    private long openBytes;
    private long resolvedBytes;
    private int[] loaded = new int[16];
    private int loadedCount;

    /** Open holds, the next to expire first; at the same time that of the smaller sequence, which is the tie. */
    private final class Expiries extends Heap {
        @Override
        protected boolean precedes(int place, int other) {
            throw new IllegalStateException("two holds were created by the record " + rows.createdSequence(place));
        }

        @Override
        protected void moved(int place, int position) {
            rows.order(place, position);
        }
    }

    /** Sets the seed of all hashes of the tables; only while empty. */
    void seed(long newSeed) {
        if (count() != 0) {
            throw new IllegalStateException("the hash seed changed with " + count() + " holds present");
        }
        names.seed(newSeed);
        rows.seed(newSeed);
        openOf.seed(newSeed);
    }

    /** Prefetches the index entry of that id. */
    void touch(CommandId id) {
        rows.touch(id.tenant(), id.hi(), id.lo());
    }

    /** The place of the hold of that id, or {@link #NONE}. */
    int find(CommandId id) {
        return count() == 0 ? NONE : rows.find(id.tenant(), id.hi(), id.lo());
    }

    /** The place of the hold of the same id and tenant, or {@link #NONE}. */
    int find(HoldImage image) {
        return rows.find(image.tenant(), image.idHi(), image.idLo());
    }

    /** Copies a hold into {@code image}. */
    HoldImage read(int place, HoldImage image) {
        return rows.read(place, image);
    }

    /** Adds a hold that is newer than all others; no other may have its id. */
    void add(HoldImage image) {
        chain(place(image), image);
    }

    private int place(HoldImage image) {
        int place = rows.add(image, FIRST_KEY + chainsOfKeys(image));
        if (image.isOpen()) {
            openBytes += rows.bytes(place);
            openOf.add(image.tenant());
            expiries.add(place, image.expiresAt(), image.createdSequence());
        } else {
            enqueue(place);
        }
        return place;
    }

    /** Collects the chains of the keys of stock, each once; returns their number. */
    private int chainsOfKeys(HoldImage image) {
        int count = 0;
        for (int i = 0; i < image.opCount(); i++) {
            if (image.isStock(i)) {
                long chain = names.key(image.tenant(), image.bytes(), image.keyOffset(i), image.keyLength(i));
                int same = 0;
                while (same < count && (keyChains[same] ^ chain) >>> Integer.SIZE != 0) {
                    same++;
                }
                keyChains[same] = chain;
                count = Math.max(count, same + 1);
            }
        }
        return count;
    }

    /** Links a hold that is newer than all linked ones; {@link #chainsOfKeys} must have been called for it last. */
    private void chain(int place, HoldImage image) {
        chains.add(rows.link(place, Chains.TENANT), Chains.TENANT, names.tenant(image.tenant()));
        long owner = names.owner(image.tenant(), image.bytes(), image.ownerOffset(), image.ownerLength());
        chains.add(rows.link(place, OWNER), OWNER, owner);
        int links = rows.links(place);
        for (int number = FIRST_KEY; number < links; number++) {
            chains.add(rows.link(place, number), number, keyChains[number - FIRST_KEY]);
        }
    }

    /** Stores the new expiry of an open hold. */
    void extended(int place, HoldImage image) {
        rows.write(place, image);
        expiries.change(rows.order(place), image.expiresAt());
    }

    /** Stores the resolution of an open hold, the latest so far. */
    void resolved(int place, HoldImage image) {
        expiries.remove(rows.order(place));
        openBytes -= rows.bytes(place);
        openOf.remove(image.tenant());
        rows.write(place, image);
        enqueue(place);
    }

    /** The order of a resolved hold is the place of the next one + 1, or 0. */
    private void enqueue(int place) {
        rows.order(place, 0);
        if (newestResolved == NONE) {
            oldestResolved = place;
        } else {
            rows.order(newestResolved, place + 1);
        }
        newestResolved = place;
        resolved++;
        resolvedBytes += rows.bytes(place);
    }

    /**
     * Removes resolved holds that exceed their age or number at that log time, or the room that counters and open holds
     * leave. Moves no horizon: their ids are in the window, or the window has moved the horizon past them.
     */
    void trim(long logTime, Rules rules, long counterBytes) {
        for (int dropped = 0; dropped < DROPS_MAX && resolved > 0; dropped++) {
            boolean fits = resolvedBytes <= rules.stateBytesMax() - counterBytes - openBytes;
            if (fits && resolved <= rules.resolvedMax() && logTime - oldestResolvedAt() <= rules.holdRetentionMs()) {
                return;
            }
            dropOldestResolved();
        }
    }

    /** Removes the hold that was resolved first; there must be one. */
    void dropOldestResolved() {
        int place = oldestResolved;
        oldestResolved = rows.order(place) - 1;
        newestResolved = oldestResolved == NONE ? NONE : newestResolved;
        resolved--;
        resolvedBytes -= rows.bytes(place);
        for (int number = rows.links(place) - 1; number >= 0; number--) {
            chains.remove(rows.link(place, number));
        }
        rows.remove(place);
    }

    /** Log time of the oldest resolution; there must be one. */
    long oldestResolvedAt() {
        return rows.resolvedAt(oldestResolved);
    }

    /** Sequence of the record of the oldest resolution; there must be one. */
    long oldestResolvedSequence() {
        return rows.resolvedSequence(oldestResolved);
    }

    /** The open hold that expires next; there must be one. */
    int nextToExpire() {
        return expiries.first();
    }

    /** Time of the next expiry; Long.MAX_VALUE if no hold is open. */
    long nextExpiry() {
        return expiries.isEmpty() ? Long.MAX_VALUE : expiries.firstDue();
    }

    /** Number of open holds that expire by that time, counted up to {@code most}. */
    int expiring(long by, int most) {
        return expiries.countDue(by, most);
    }

    /** Number of open holds. */
    int open() {
        return expiries.size();
    }

    /** Number of open holds of that tenant. */
    int open(long tenant) {
        return openOf.count(tenant);
    }

    /** Bytes of open holds, as StateBytes counts them. */
    long openBytes() {
        return openBytes;
    }

    /** Bytes of resolved holds kept. */
    long resolvedBytes() {
        return resolvedBytes;
    }

    /** Number of resolved holds kept. */
    int resolved() {
        return resolved;
    }

    int count() {
        return open() + resolved;
    }

    /** Sum of the hashes of all holds, modulo 2^64. */
    long sum() {
        return rows.sum();
    }

    /** The names of its chains. */
    ChainNames chainNames() {
        return names;
    }

    /** The newest link of a chain, or {@link Chains#NONE}. */
    int newestLink(long chain) {
        return chains.newest(chain);
    }

    /** The next older link of the same chain, or {@link Chains#NONE}. */
    int olderLink(int link) {
        return chains.older(link);
    }

    /** The link of a hold in a chain of its tenant; {@link Chains#NONE} if it is not in it. */
    int linkInto(int place, long chain) {
        if (chain == Chains.EMPTY_TENANT) {
            return rows.link(place, Chains.TENANT);
        }
        for (int number = rows.links(place) - 1; number >= Chains.TENANT; number--) {
            if (chains.isOf(rows.link(place, number), chain)) {
                return rows.link(place, number);
            }
        }
        return Chains.NONE;
    }

    /** The hold that a link belongs to. */
    int holdOf(int link) {
        return rows.holdOf(link, chains.number(link));
    }

    /** Adds a hold of a checkpoint, resolved ones in the order of their resolution; {@link #endLoad} must follow. */
    void load(HoldImage image) {
        if (loaded.length == loadedCount) {
            loaded = Arrays.copyOf(loaded, loadedCount * 2);
        }
        loaded[loadedCount++] = place(image);
    }

    /** Chains the loaded holds, oldest first, and removes the oldest resolved ones beyond {@code keep}. */
    void endLoad(long keep) {
        long[] sequences = new long[loadedCount];
        Arrays.setAll(sequences, i -> rows.createdSequence(loaded[i]));
        Arrays.sort(sequences);
        int[] inOrder = new int[loadedCount];
        for (int i = 0; i < loadedCount; i++) {
            inOrder[Arrays.binarySearch(sequences, rows.createdSequence(loaded[i]))] = loaded[i];
        }
        HoldImage image = new HoldImage();
        for (int place : inOrder) {
            chainsOfKeys(rows.read(place, image));
            chain(place, image);
        }
        loaded = new int[16];
        loadedCount = 0;
        while (resolved > keep) {
            dropOldestResolved();
        }
    }
}
