package dev.hotlane.processor.watch;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.protocol.json.JsonLine;
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
 * Copies garbage records to a file, one line of JSON each, to help find their writer. The records stay in the log as
 * well, so a limit loses only the copy. Filled on the thread reply, written on the thread watch.
 */
public final class GarbageFile {
    private static final Logger log = LoggerFactory.getLogger(GarbageFile.class);

    /** Most copies between two writes, one second apart; a flood of garbage is all of one kind. */
    private static final int QUEUE_MAX = 256;

    /** Most bytes copied of a key or a value. */
    private static final int BYTES_MAX = 1_024;

    private static final long FILE_BYTES_MAX = 16 * 1024 * 1024;

    private final Path file;
    private final ArrayBlockingQueue<Copy> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final JsonLine line = new JsonLine();
    private final AtomicLong notCopied = new AtomicLong();
    private boolean full;

    private record Copy(long offset, long timestamp, byte[] key, byte[] value) {}

    public GarbageFile(Path file) {
        this.file = file;
    }

    /** Queues a copy of a garbage record; drops it if 256 copies are queued since the last {@link #write}. */
    public void add(Slot slot) {
        if (!queue.offer(new Copy(slot.offset, slot.timestamp, slot.key, slot.value))) {
            notCopied.incrementAndGet();
        }
    }

    /** Writes the queued copies to the file. */
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
                line.begin().put("offset", copy.offset()).put("timestamp", copy.timestamp());
                out.write(line.put("key", base64(copy.key()))
                        .put("value", base64(copy.value()))
                        .end());
                out.write('\n');
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
            return null;
        }
        byte[] head = bytes.length > BYTES_MAX ? Arrays.copyOf(bytes, BYTES_MAX) : bytes;
        return Base64.getEncoder().encodeToString(head);
    }

    /** Garbage records without a copy; any thread. */
    public long notCopied() {
        return notCopied.get();
    }
}
