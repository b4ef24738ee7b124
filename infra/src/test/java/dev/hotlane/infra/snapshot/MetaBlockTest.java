package dev.hotlane.infra.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The bytes of the META block, written out as docs/format.md lists them. */
class MetaBlockTest {
    private static final byte[] RULES = {1, 2, 3};

    @Test
    void hasTheBytesOfTheFormatPageAndReadsThemBack() {
        ByteBuffer expected = buffer().putLong(-5);
        for (long number = 1; number <= 19; number++) {
            expected.putLong(number << 40 | number);
        }
        expected.putInt(-7).putInt(0x80000001).putInt(9);
        expected.putInt(3).put(RULES);
        expected.putInt(2).put("c1".getBytes(StandardCharsets.UTF_8));
        expected.putInt(3).put("tß".getBytes(StandardCharsets.UTF_8));
        ByteBuffer written = buffer();
        new MetaBlock(new Identity("c1", "tß"), -5, meta()).write(written);
        assertThat(written.flip()).isEqualTo(expected.flip());

        MetaBlock read = MetaBlock.read(written);
        assertThat(read.cut()).usingRecursiveComparison().isEqualTo(meta());
        assertThat(read.identity()).isEqualTo(new Identity("c1", "tß"));
        assertThat(read.fenceEpoch()).isEqualTo(-5);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Meta meta() {
        Meta meta = new Meta();
        long[] numbers = new long[20];
        for (int number = 1; number < numbers.length; number++) {
            numbers[number] = (long) number << 40 | number;
        }
        meta.nextOffset = numbers[1];
        meta.sequenceBase = numbers[2];
        meta.epoch = numbers[3];
        meta.leaderHi = numbers[4];
        meta.leaderLo = numbers[5];
        meta.logTime = numbers[6];
        meta.ceiling = numbers[7];
        meta.horizon = numbers[8];
        meta.digest = numbers[9];
        meta.lastTick = numbers[10];
        meta.lastTickDigest = numbers[11];
        meta.lastTickWallClock = numbers[12];
        meta.windowStart = numbers[13];
        meta.windowCount = numbers[14];
        meta.counters = numbers[15];
        meta.holdsOpen = numbers[16];
        meta.resolvedStart = numbers[17];
        meta.holdsResolved = numbers[18];
        meta.lastTimestamp = numbers[19];
        meta.lastLeaderEpoch = -7;
        meta.lastCrc = 0x80000001;
        meta.rulesVersion = 9;
        meta.rules = RULES;
        return meta;
    }
}
