package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.batch.OpenHold;
import dev.hotlane.flusher.mysql.CheckpointSink;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Writes a checkpoint into a new file as it arrives; whole only after {@link #end}. One thread. */
final class SnapshotWriter implements CheckpointSink, AutoCloseable {
    private final FileChannel file;
    private final CRC32C all = new CRC32C();
    private final long[] entries = new long[SnapshotFile.END + 1];
    private final ByteBuffer block = ByteBuffer.allocate(
                    SnapshotFile.BLOCK_HEAD_LENGTH + SnapshotFile.CONTENT_MAX + SnapshotFile.CHECKSUM_LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);
    private int kind;
    private long blocks;

    SnapshotWriter(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ByteBuffer head = ByteBuffer.allocate(SnapshotFile.HEAD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        head.put(SnapshotFile.MAGIC).putShort((short) SnapshotFile.VERSION);
        write(head.rewind());
    }

    @Override
    public void meta(Identity identity, long fenceEpoch, Meta cut) {
        new MetaBlock(identity, fenceEpoch, cut).write(room(SnapshotFile.META));
    }

    @Override
    public void counter(byte[] key, long value, long version, long held, long confirmed) {
        room(SnapshotFile.COUNTERS).put((byte) key.length).put(key);
        block.putLong(value).putLong(version).putLong(held).putLong(confirmed);
    }

    @Override
    public void hold(OpenHold hold) {
        packed(SnapshotFile.HOLDS, hold.sequence, hold.bytes, hold.image, hold.imageLength);
    }

    @Override
    public void resolved(long sequence, byte[] source, int offset, int length) {
        packed(SnapshotFile.RESOLVED, sequence, source, offset, length);
    }

    @Override
    public void packed(long sequence, byte[] source, int offset, int length) {
        packed(SnapshotFile.WINDOW, sequence, source, offset, length);
    }

    private void packed(int into, long sequence, byte[] source, int offset, int length) {
        room(into).putLong(sequence).putShort((short) length).put(source, offset, length);
    }

    /** Returns the block of that kind, with room for one more entry, which the caller writes. */
    private ByteBuffer room(int wanted) {
        if (kind != wanted || block.position() > SnapshotFile.BLOCK_HEAD_LENGTH + SnapshotFile.CONTENT_FULL) {
            endBlock();
            kind = wanted;
            block.clear().position(SnapshotFile.BLOCK_HEAD_LENGTH);
        }
        entries[wanted]++;
        return block;
    }

    private void endBlock() {
        if (kind == 0) {
            return;
        }
        int length = block.position() - SnapshotFile.BLOCK_HEAD_LENGTH;
        block.putInt(0, kind).putInt(4, length);
        CRC32C crc = new CRC32C();
        crc.update(block.array(), 0, block.position());
        block.putInt((int) crc.getValue());
        blocks++;
        write(block.flip());
    }

    private void write(ByteBuffer bytes) {
        all.update(bytes.array(), 0, bytes.limit());
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Completes the file and forces it to disk. */
    void end() throws IOException {
        endBlock();
        long before = blocks;
        int checksum = (int) all.getValue();
        kind = SnapshotFile.END;
        block.clear().position(SnapshotFile.BLOCK_HEAD_LENGTH);
        block.putLong(before);
        for (int counted = SnapshotFile.COUNTERS; counted <= SnapshotFile.WINDOW; counted++) {
            block.putLong(entries[counted]);
        }
        block.putInt(checksum);
        endBlock();
        file.force(true);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
