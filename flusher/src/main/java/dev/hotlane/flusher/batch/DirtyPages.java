package dev.hotlane.flusher.batch;

/** Reads a {@link DirtyMap} by its pages of 256 KiB, in the order of arrival. On the thread that owns the map. */
public final class DirtyPages {
    private DirtyPages() {}

    /** Number of pages that have entries. */
    public static int count(DirtyMap map) {
        return map.size() == 0 ? 0 : (map.end() - 1 >>> DirtyMap.PAGE_BITS) + 1;
    }

    /** Passes the entries of the pages from {@code page} on, before {@code endPage}, to {@code visitor}. */
    public static void forEach(DirtyMap map, int page, int endPage, EntryVisitor visitor) {
        byte[] key = new byte[DirtyMap.KEY_BYTES_MAX + Long.BYTES];
        int end = Math.min(endPage, count(map));
        for (int number = page; number < end; number++) {
            int position = number << DirtyMap.PAGE_BITS;
            while (position < map.end() && map.entryFrom(position) == position) {
                int length = copyKey(map, position, key);
                visitor.entry(
                        key,
                        length,
                        map.removed(position),
                        map.word(position, DirtyMap.VALUE),
                        map.word(position, DirtyMap.VERSION),
                        map.word(position, DirtyMap.HELD),
                        map.word(position, DirtyMap.CONFIRMED));
                position += DirtyMap.words(length);
            }
        }
    }

    /** Number of entries of those pages. */
    public static int size(DirtyMap map, int page, int endPage) {
        int[] size = new int[1];
        forEach(map, page, endPage, (key, length, removed, value, version, held, confirmed) -> size[0]++);
        return size[0];
    }

    /** Writes the positions of all entries, in order of arrival, and returns their number. */
    static int positions(DirtyMap map, int[] into) {
        int position = 0;
        for (int i = 0; i < map.size(); i++) {
            position = map.entryFrom(position);
            into[i] = position;
            position += DirtyMap.words(map.keyLength(position));
        }
        return map.size();
    }

    /** Copies the key of an entry to the start of {@code into}, padded to whole words; returns its length. */
    static int copyKey(DirtyMap map, int position, byte[] into) {
        int length = map.keyLength(position);
        for (int done = 0; done < length; done += Long.BYTES) {
            KeyWords.put(into, done, map.word(position, DirtyMap.KEY + (done >>> 3)));
        }
        return length;
    }
}
