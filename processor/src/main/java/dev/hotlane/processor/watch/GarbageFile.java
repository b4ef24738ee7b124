package dev.hotlane.processor.watch;

import dev.hotlane.processor.flow.Slot;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies garbage records aside, one line of JSON each, so that somebody may find out who wrote them. The records stay in
 * the log as well, so a bound loses nothing but the copy. Filled on the thread reply, written on the thread watch.
 */
public final class GarbageFile {
    private static final Logger log = LoggerFactory.getLogger(GarbageFile.class);

    /** Between two looks of the watch, a second; a flood of garbage is all of one kind. */
    private static final int QUEUE_MAX = 256;

    /** Of key and of value. */
    private static final int BYTES_MAX = 1_024;

    private static final long FILE_BYTES_MAX = 16 * 1024 * 1024;

    private final Path file;
    private final ArrayBlockingQueue<Copy> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final AtomicLong notCopied = new AtomicLong();
    private boolean full;

    private record Copy(long offset, long timestamp, byte[] key, byte[] value) {}

    public GarbageFile(Path file) {
        this.file = file;
    }

    /** Takes a garbage record; drops the copy when too many came since the last {@link #write}. */
    public void add(Slot slot) {
        if (!queue.offer(new Copy(slot.offset, slot.timestamp, slot.key, slot.value))) {
            notCopied.incrementAndGet();
        }
    }

    /** Writes what has come in. */
    public void write() {
        if (queue.isEmpty()) {
            return;
        }
        try {
            if (full || Files.exists(file) && Files.size(file) >= FILE_BYTES_MAX) {
                skip("it has reached its " + FILE_BYTES_MAX + " bytes; move it away for more");
                return;
            }
            append();
        } catch (IOException e) {
            skip(e.toString());
        }
    }

    private void append() throws IOException {
        int count = 0;
        long first = queue.peek().offset();
        try (BufferedWriter out = Files.newBufferedWriter(
                file, StandardCharsets.US_ASCII, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            Copy copy;
            while ((copy = queue.poll()) != null) {
                out.write("{\"offset\":" + copy.offset() + ",\"timestamp\":" + copy.timestamp() + ",\"key\":"
                        + base64(copy.key()) + ",\"value\":" + base64(copy.value()) + "}\n");
                count++;
            }
        }
        log.warn("{} garbage records from offset {} on changed nothing; copied to {}", count, first, file);
    }

    private void skip(String why) {
        notCopied.addAndGet(queue.size());
        queue.clear();
        if (!full) {
            log.warn("garbage records are not copied to {}: {}", file, why);
        }
        full = true;
    }

    private static String base64(byte[] bytes) {
        if (bytes == null) {
            return "null";
        }
        byte[] head = bytes.length > BYTES_MAX ? Arrays.copyOf(bytes, BYTES_MAX) : bytes;
        return '"' + Base64.getEncoder().encodeToString(head) + '"';
    }

    /** Garbage records without a copy; any thread. */
    public long notCopied() {
        return notCopied.get();
    }
}
