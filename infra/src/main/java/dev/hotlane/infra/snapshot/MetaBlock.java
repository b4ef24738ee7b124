package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.MetaColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The content of the META block: the fence epoch, the columns of {@link MetaColumn#BLOCK}, the log's identity. */
record MetaBlock(Identity identity, long fenceEpoch, Meta cut) {

    void write(ByteBuffer out) {
        out.putLong(fenceEpoch);
        for (MetaColumn column : MetaColumn.BLOCK) {
            switch (column.form()) {
                case INT64 -> out.putLong(column.number(cut));
                case INT32, UINT32 -> out.putInt((int) column.number(cut));
                case ID -> id(out, column.bytes(cut));
                case BYTES -> text(out, column.bytes(cut));
            }
        }
        text(out, identity.clusterId().getBytes(StandardCharsets.UTF_8));
        text(out, identity.topicId().getBytes(StandardCharsets.UTF_8));
    }

    static MetaBlock read(ByteBuffer in) {
        Meta cut = new Meta();
        long fenceEpoch = in.getLong();
        for (MetaColumn column : MetaColumn.BLOCK) {
            switch (column.form()) {
                case INT64 -> column.setNumber(cut, in.getLong());
                case INT32, UINT32 -> column.setNumber(cut, in.getInt());
                case ID -> column.setBytes(cut, id(in));
                case BYTES -> column.setBytes(cut, text(in));
            }
        }
        String clusterId = new String(text(in), StandardCharsets.UTF_8);
        return new MetaBlock(new Identity(clusterId, new String(text(in), StandardCharsets.UTF_8)), fenceEpoch, cut);
    }

    /** Two numbers in the order of the file, little-endian. */
    private static void id(ByteBuffer out, byte[] id) {
        ByteBuffer halves = ByteBuffer.wrap(id);
        out.putLong(halves.getLong()).putLong(halves.getLong());
    }

    private static byte[] id(ByteBuffer in) {
        byte[] id = new byte[16];
        ByteBuffer.wrap(id).putLong(in.getLong()).putLong(in.getLong());
        return id;
    }

    private static void text(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static byte[] text(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return bytes;
    }
}
