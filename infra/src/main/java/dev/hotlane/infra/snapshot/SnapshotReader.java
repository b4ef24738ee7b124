package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.processor.checkpoint.HoldRow;
import dev.hotlane.processor.state.HoldImage;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Reads a snapshot file from its first byte to its last and passes on its content. One thread. */
final class SnapshotReader {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path path;
    private final CheckpointSink sink;
    private final CRC32C all = new CRC32C();
    private final long[] entries = new long[SnapshotFile.END + 1];
    private final HoldImage image = new HoldImage();
    private final OpenHold hold = new OpenHold();
    private byte[] bytes = new byte[SnapshotFile.CONTENT_FULL];
    private long blocks;

    private SnapshotReader(Path path, CheckpointSink sink) {
        this.path = path;
        this.sink = sink;
    }

    /**
     * Passes on everything. Content before a damage is passed on before the damage is found. So a file to be trusted is
     * first read to the end once, into nothing that lasts.
     */
    static void read(Path path, CheckpointSink sink) {
        SnapshotReader reader = new SnapshotReader(path, sink);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES)) {
            reader.head(in);
            int kind = reader.block(in);
            while (kind != SnapshotFile.END) {
                kind = reader.block(in);
            }
            if (in.read() >= 0) {
                throw reader.damaged("bytes follow its end");
            }
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw reader.damaged("block " + reader.blocks + " is not what its kind says");
        } catch (IOException e) {
            throw new SnapshotException(path + " can't be read (" + e + "): is it the right name?", e);
        }
    }

    /** Passes on the meta row only, without a proof of the rest. */
    static void meta(Path path, CheckpointSink sink) {
        SnapshotReader reader = new SnapshotReader(path, sink);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES)) {
            reader.head(in);
            reader.block(in);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw reader.damaged("block " + reader.blocks + " is not what its kind says");
        } catch (IOException e) {
            throw new SnapshotException(path + " can't be read (" + e + "): is it the right name?", e);
        }
    }

    private void head(InputStream in) throws IOException {
        byte[] head = in.readNBytes(SnapshotFile.HEAD_LENGTH);
        boolean magic = head.length == SnapshotFile.HEAD_LENGTH
                && Arrays.equals(head, 0, SnapshotFile.MAGIC.length, SnapshotFile.MAGIC, 0, SnapshotFile.MAGIC.length);
        if (!magic) {
            throw new SnapshotException(path + " is no snapshot: its first bytes are not those of `hotlane snapshot`");
        }
        int version = order(head, head.length).getShort(SnapshotFile.MAGIC.length) & 0xFFFF;
        if (version != SnapshotFile.VERSION) {
            throw new SnapshotException(path + " is a snapshot of version " + version + ", this build reads version "
                    + SnapshotFile.VERSION + ": use the build that took it");
        }
        all.update(head, 0, head.length);
    }

    private int block(InputStream in) throws IOException {
        int before = (int) all.getValue();
        fill(in, 0, SnapshotFile.BLOCK_HEAD_LENGTH);
        ByteBuffer head = order(bytes, SnapshotFile.BLOCK_HEAD_LENGTH);
        int kind = head.getInt();
        int length = head.getInt();
        boolean known = kind >= SnapshotFile.META && kind <= SnapshotFile.END;
        if (!known || length < 0 || length > SnapshotFile.CONTENT_MAX || (kind == SnapshotFile.META) != (blocks == 0)) {
            throw damaged("block " + blocks + " has kind " + kind + " and length " + length);
        }
        int end = SnapshotFile.BLOCK_HEAD_LENGTH + length;
        fill(in, SnapshotFile.BLOCK_HEAD_LENGTH, length + SnapshotFile.CHECKSUM_LENGTH);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, end);
        int total = end + SnapshotFile.CHECKSUM_LENGTH;
        ByteBuffer content = order(bytes, total);
        if ((int) crc.getValue() != content.getInt(end)) {
            throw damaged("the checksum of block " + blocks + " does not fit");
        }
        content.position(SnapshotFile.BLOCK_HEAD_LENGTH).limit(end);
        if (kind == SnapshotFile.END) {
            requireAll(content, before);
        } else {
            deliver(kind, content);
        }
        all.update(bytes, 0, total);
        blocks++;
        return kind;
    }

    private void fill(InputStream in, int at, int count) throws IOException {
        if (bytes.length < at + count) {
            bytes = Arrays.copyOf(bytes, at + count);
        }
        if (in.readNBytes(bytes, at, count) < count) {
            throw damaged("it ends within block " + blocks);
        }
    }

    private static ByteBuffer order(byte[] array, int length) {
        return ByteBuffer.wrap(array, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void requireAll(ByteBuffer end, int checksum) {
        boolean whole = end.getLong() == blocks;
        for (int kind = SnapshotFile.COUNTERS; kind <= SnapshotFile.WINDOW; kind++) {
            whole &= end.getLong() == entries[kind];
        }
        whole &= end.getInt() == checksum && !end.hasRemaining();
        if (!whole) {
            throw damaged("its last block does not sum up the others");
        }
    }

    private void deliver(int kind, ByteBuffer in) {
        if (kind == SnapshotFile.META) {
            MetaBlock meta = MetaBlock.read(in);
            sink.meta(meta.identity(), meta.fenceEpoch(), meta.cut());
        }
        while (in.hasRemaining()) {
            entries[kind]++;
            if (kind == SnapshotFile.COUNTERS) {
                byte[] key = new byte[in.get() & 0xFF];
                in.get(key);
                sink.counter(key, in.getLong(), in.getLong(), in.getLong(), in.getLong());
            } else {
                packed(kind, in);
            }
        }
    }

    private void packed(int kind, ByteBuffer in) {
        long sequence = in.getLong();
        int length = in.getShort() & 0xFFFF;
        int at = in.position();
        in.position(at + length);
        switch (kind) {
            case SnapshotFile.HOLDS -> hold(sequence, at, length);
            case SnapshotFile.RESOLVED -> sink.resolved(sequence, bytes, at, length);
            case SnapshotFile.WINDOW -> sink.packed(sequence, bytes, at, length);
            default -> throw new IllegalArgumentException("a META block with more than one entry");
        }
    }

    private void hold(long sequence, int at, int length) {
        HoldRow.of(image.wrap(bytes, at), hold);
        hold.sequence = sequence;
        hold.imageLength = length;
        sink.hold(hold);
    }

    private SnapshotException damaged(String how) {
        return new SnapshotException(path + " is damaged: " + how + ". Take another copy of it, or an older snapshot");
    }
}
