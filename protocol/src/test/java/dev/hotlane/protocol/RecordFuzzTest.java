package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.cli.RecordJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Goal: no bytes whatever throw out of the reader or make it say what is not there. Method: a million spoiled records;
 * three of four are sealed anew, so that the layers behind the checksum are met. What passes must have one form only:
 * encoded anew it gives the same bytes.
 */
@Tag("long")
class RecordFuzzTest {
    private static final int RECORDS = 1_000_000;

    private final RecordView view = new RecordView();
    private final RecordJson json = new RecordJson();
    private final Frame frame = new Frame();
    private final Rebuild rebuild = new Rebuild();
    private final Map<RecordKind, Integer> kinds = new EnumMap<>(RecordKind.class);
    private final Map<Verdict, Integer> faults = new EnumMap<>(Verdict.class);

    @Test
    void survivesAMillionSpoiledRecords() {
        Random random = Seed.random();
        List<byte[]> samples = new ArrayList<>();
        Samples.records().values().forEach(sample -> samples.add(sample.value()));
        Mutations mutations = new Mutations(random, samples);
        byte[][] keys = {Samples.ID, null, Samples.utf8("order-17"), Samples.utf8("no id"), {}};
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = mutations.next();
            byte[] key = keys[random.nextInt(10) < 6 ? 0 : random.nextInt(keys.length)];
            if (value.length >= Frame.HEADER_LENGTH && random.nextInt(4) != 0) {
                frame.seal(value, value.length, key);
            }
            check(i, key, value);
        }
        System.out.println(kinds + " " + faults);
        assertThat(kinds).containsOnlyKeys(RecordKind.values());
        assertThat(faults).containsOnlyKeys(Verdict.OK, Verdict.MALFORMED, Verdict.UNSUPPORTED);
    }

    private void check(int i, byte[] key, byte[] value) {
        RecordKind kind = view.wrap(key, value);
        kinds.merge(kind, 1, Integer::sum);
        switch (kind) {
            case COMMAND -> checkCommand(key, value);
            case READ -> checkRead(value);
            case RULES -> view.rules();
            default -> {}
        }
        if (i % 64 == 0) {
            assertThat(json.line(i, i, key, value))
                    .startsWith("{\"offset\":" + i)
                    .endsWith("}");
            assertThat(json.valueLine(value)).contains("\"kind\":");
        }
    }

    private void checkCommand(byte[] key, byte[] value) {
        CommandView command = view.command();
        faults.merge(command.fault(), 1, Integer::sum);
        long routing = command.gatewayHi() ^ command.gatewayLo() ^ command.request() ^ command.replyPartition();
        require(command.id().time() >= CommandId.NO_TIME && command.replyPartition() >= 0, routing, value);
        if (command.fault() == Verdict.OK) {
            require(key != null && new CommandId().parseKey(key), routing, value);
            require(command.opCount() <= CommandView.OPS_MAX && command.ttlMs() >= 0, routing, value);
            for (int i = 0; i < command.opCount(); i++) {
                requireRange(command.keyOffset(i), command.keyLength(i), 1, Op.KEY_LENGTH_MAX, value);
            }
            requireRange(command.targetOffset(), command.targetLength(), 0, CommandId.LENGTH_MAX, value);
            requireRange(command.ownerOffset(), command.ownerLength(), 0, CommandShape.OWNER_LENGTH_MAX, value);
            long fingerprint = command.fingerprint();
            require(Arrays.equals(rebuild.command(key, command), value), fingerprint, value);
            if (faults.get(Verdict.OK) % 16 == 0) {
                RecordView fresh = new RecordView();
                fresh.wrap(key, value);
                require(fresh.command().fingerprint() == fingerprint, fingerprint, value);
            }
        }
    }

    private void checkRead(byte[] value) {
        ReadView read = view.read();
        if (read.fault() == Verdict.OK) {
            require(read.keyCount() <= ReadView.KEYS_MAX, read.keyCount(), value);
            for (int i = 0; i < read.keyCount(); i++) {
                requireRange(read.keyOffset(i), read.keyLength(i), 1, Op.KEY_LENGTH_MAX, value);
            }
            byte[] anew = rebuild.read(read);
            // The checksum covers the record key too, which a READ does not need.
            require(Arrays.equals(anew, 8, anew.length, value, 8, value.length), read.request(), value);
        }
    }

    private static void requireRange(int offset, int length, int least, int most, byte[] value) {
        require(length >= least && length <= most && offset >= 0 && offset + length <= value.length, offset, value);
    }

    private static void require(boolean holds, long found, byte[] value) {
        if (!holds) {
            throw new AssertionError(found + " in " + HexFormat.of().formatHex(value));
        }
    }
}
