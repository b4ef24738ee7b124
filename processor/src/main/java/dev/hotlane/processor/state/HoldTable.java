package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.StateBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The rows of holds, found by id. A row is one block of longs: its hash, its shape, its links into {@link Chains}, then
 * its {@link HoldImage}. Keeps the sum of the hashes of all images, for the digest. Owned by the state thread; allocates
 * only to grow.
 */
final class HoldTable {
    /** A hold that does not exist. */
    static final int NONE = -1;

    private static final int HASH = 0;

    /** Low half: the position in the hold's current order. High half: longs of the row, then the number of links. */
    private static final int SHAPE = 1;

    private static final int LINKS = 2;
    private static final int LINKS_MAX = 2 + CommandView.OPS_MAX;
    private static final int LINKS_SHIFT = 48;
    private static final int CREATED_SEQUENCE = 3;
    private static final int RESOLVED_AT = 7;
    private static final int RESOLVED_SEQUENCE = 8;

    /** Word of the image with the number of ops in its fourth byte, and the length of the tenant in its fifth. */
    private static final int LENGTHS = 9;

    /** Word of the image with the tenant's number, if its tenant is not the empty one. */
    private static final int TENANT = 10;

    private static final long HALF = 0xFFFFFFFFL;
    private static final int SIZE_MAX = LINKS + LINKS_MAX * Chains.LINK + HoldLayout.LENGTH_MAX / Long.BYTES;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final Slab slab = new Slab(SIZE_MAX);
    final Index index = new Index(Integer.SIZE);
    private long seed;
    private long sum;

    /** Sets the seed of the index; only while empty. */
    void seed(long newSeed) {
        seed = newSeed;
    }

    /** Prefetches the index entry of that id of that tenant. */
    void touch(long tenant, long idHi, long idLo) {
        index.touch(Index.hash(seed, tenant, idHi, idLo));
    }

    /** The place of the hold of that id of that tenant, or {@link #NONE}. */
    int find(long tenant, long idHi, long idLo) {
        long hash = Index.hash(seed, tenant, idHi, idLo);
        long[] table = index.table(hash);
        for (int at = index.home(hash, table); table[at] != 0; at = Index.next(at, table)) {
            if (index.mayBe(table[at], hash)) {
                int place = (int) index.reference(table[at]);
                int image = imageAt(place);
                if (word(place, image) == idHi && word(place, image + 1) == idLo && tenant(place) == tenant) {
                    return place;
                }
            }
        }
        return NONE;
    }

    /** Creates a row for a hold with that number of links, and writes it. */
    int add(HoldImage image, int links) {
        int size = LINKS + links * Chains.LINK + image.length() / Long.BYTES;
        int place = slab.take(size);
        long[] page = slab.page(place);
        int at = slab.position(place);
        page[at + HASH] = 0;
        page[at + SHAPE] = (long) links << LINKS_SHIFT | (long) size << Integer.SIZE;
        index.add(Index.hash(seed, image.tenant(), image.idHi(), image.idLo()), place);
        write(place, image);
        return place;
    }

    /** Copies a hold into {@code image}. */
    HoldImage read(int place, HoldImage image) {
        long[] page = slab.page(place);
        int at = slab.position(place) + imageAt(place);
        int length = (size(place) - imageAt(place)) * Long.BYTES;
        byte[] bytes = image.room(length);
        for (int done = 0; done < length; done += Long.BYTES) {
            LONG.set(bytes, done, page[at++]);
        }
        return image.wrap(bytes, 0);
    }

    /** Overwrites a hold; its length never changes. */
    void write(int place, HoldImage image) {
        long[] page = slab.page(place);
        int at = slab.position(place) + imageAt(place);
        byte[] bytes = image.bytes();
        int end = image.start() + image.length();
        for (int from = image.start(); from < end; from += Long.BYTES) {
            page[at++] = (long) LONG.get(bytes, from);
        }
        long hash = image.hash();
        sum += hash - page[slab.position(place) + HASH];
        page[slab.position(place) + HASH] = hash;
    }

    /** Removes a hold; it must be out of all chains. */
    void remove(int place) {
        int image = imageAt(place);
        sum -= word(place, HASH);
        long hash = Index.hash(seed, tenant(place), word(place, image), word(place, image + 1));
        index.remove(hash, place);
        slab.free(place, size(place));
    }

    /** Position of a hold in its current order, as set last. */
    int order(int place) {
        return (int) word(place, SHAPE);
    }

    void order(int place, int value) {
        long[] page = slab.page(place);
        int at = slab.position(place) + SHAPE;
        page[at] = page[at] & ~HALF | value & HALF;
    }

    long createdSequence(int place) {
        return word(place, imageAt(place) + CREATED_SEQUENCE);
    }

    long resolvedAt(int place) {
        return word(place, imageAt(place) + RESOLVED_AT);
    }

    long resolvedSequence(int place) {
        return word(place, imageAt(place) + RESOLVED_SEQUENCE);
    }

    /** Bytes of a hold, as {@link StateBytes} counts them. */
    long bytes(int place) {
        int image = imageAt(place);
        int ops = (int) (word(place, image + LENGTHS) >>> 24) & 0xFF;
        return StateBytes.hold((size(place) - image) * Long.BYTES, ops, hasTenant(place));
    }

    private boolean hasTenant(int place) {
        return (word(place, imageAt(place) + LENGTHS) >>> Integer.SIZE & 0xFF) != 0;
    }

    /** Its tenant's number, 0 for the empty one. */
    private long tenant(int place) {
        return hasTenant(place) ? word(place, imageAt(place) + TENANT) : 0;
    }

    /** Number of its links. */
    int links(int place) {
        return (int) (word(place, SHAPE) >>> LINKS_SHIFT);
    }

    /** Its link of that number. */
    int link(int place, int number) {
        return place + LINKS + number * Chains.LINK;
    }

    /** The hold that the link of that number belongs to. */
    int holdOf(int link, int number) {
        return link - LINKS - number * Chains.LINK;
    }

    /** Sum of the hashes of all holds, modulo 2^64. */
    long sum() {
        return sum;
    }

    private int imageAt(int place) {
        return LINKS + links(place) * Chains.LINK;
    }

    private int size(int place) {
        return (int) (word(place, SHAPE) >>> Integer.SIZE) & 0xFFFF;
    }

    private long word(int place, int word) {
        return slab.page(place)[slab.position(place) + word];
    }
}
