package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.ViewSamples.Counter;
import dev.hotlane.protocol.ViewSamples.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ViewRecordTest {
    private final ViewWriter writer = new ViewWriter();
    private final ViewRecord record = new ViewRecord();

    @Test
    void everyPartComesBackAsItWent() {
        ViewSamples.parts().forEach((name, part) -> {
            record.wrap(writer.record(part));
            assertThat(describe(record)).as(name).isEqualTo(describe(part));
            assertThat(describe(record)).as(name + ", read again").isEqualTo(describe(part));
        });
    }

    @Test
    void aRecordHasAtMost512KiB() {
        List<Counter> counters = IntStream.range(0, 100_000)
                .mapToObj(i -> new Counter(Samples.utf8("k" + i), new long[4]))
                .toList();
        assertThatThrownBy(() -> writer.record(new Part(1, 2, 0, 1, false, counters)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a part of 100000 counters does not fit a record of 524288 bytes");
        byte[] fits = writer.record(new Part(1, 2, 0, 1, false, counters.subList(0, 10_000)));
        assertThat(fits).hasSizeLessThan(ViewWriter.LENGTH_MAX);
        assertThat(record.wrap(fits).size()).isEqualTo(10_000);
    }

    @Test
    void aMalformedRecordIsRefusedWithTheReason() {
        byte[] good = ViewSamples.records().get("view-part-reset");
        refused(null, "no value");
        refused(Samples.utf8("hello"), "not an intact frame");
        byte[] damaged = good.clone();
        damaged[40]++;
        refused(damaged, "not an intact frame");
        refused(ReplySamples.records().get("beat"), "schema");
        refused(Samples.records().get("tick").value(), "message 3");
        refused(with(good, 10, 3), "message 3");
        refused(with(good, 14, 0), "block of 61 bytes");
        refused(with(good, 8, 60), "block of 60 bytes");
        refused(sealed(Arrays.copyOf(good, 60)), "cut off within its block");
        refused(sealed(Arrays.copyOf(good, good.length - 1)), "cut off within its counters");
        refused(sealed(Arrays.copyOf(good, good.length + 2)), "2 bytes behind its end");
        refused(with(good, 74, 0), "part 1 of 0");
        refused(with(good, 72, 3), "part 3 of 3");
        refused(with(good, 55, 1), "from");
        refused(with(good, 76, 2), "reset 2");
        refused(with(good, 77, 32), "counters of 32 bytes");
        refused(with(good, 113, 2), "removed 2");
        refused(with(good, 114, 0), "a key of 0 bytes");
    }

    @Test
    void fieldsOfALaterVersionAreSteppedOver() {
        byte[] good = ViewSamples.records().get("view");
        byte[] later = Arrays.copyOf(good, good.length + 5);
        later[14] = 2;
        assertThat(describe(record.wrap(sealed(later))))
                .isEqualTo(describe(ViewSamples.parts().get("view")));
    }

    @Test
    @Tag("long")
    void spoiledRecordsAreRefusedOrReadToTheirEnd() {
        Random random = Seed.random();
        Mutations mutations =
                new Mutations(random, new ArrayList<>(ViewSamples.records().values()));
        int whole = 0;
        for (int i = 0; i < 300_000; i++) {
            byte[] value = mutations.next();
            if (value.length >= Frame.HEADER_LENGTH && random.nextInt(4) != 0) {
                sealed(value);
            }
            try {
                describe(record.wrap(value));
                whole++;
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not a record of a view: ");
            }
        }
        System.out.println(whole + " of 300,000 spoiled records were whole");
        assertThat(whole).isBetween(1_000, 299_000);
    }

    private void refused(byte[] value, String why) {
        assertThatThrownBy(() -> record.wrap(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a record of a view: ")
                .hasMessageContaining(why);
    }

    private static byte[] with(byte[] value, int at, int one) {
        byte[] changed = value.clone();
        changed[at] = (byte) one;
        return sealed(changed);
    }

    private static byte[] sealed(byte[] value) {
        new Frame().seal(value, value.length, null);
        return value;
    }

    private static String describe(ViewPack pack) {
        StringBuilder out = new StringBuilder();
        out.append(pack.topicHash())
                .append(' ')
                .append(pack.sequenceBase())
                .append(' ')
                .append(pack.epoch());
        out.append(" (")
                .append(pack.from())
                .append(", ")
                .append(pack.to())
                .append("] at ")
                .append(pack.logTime());
        out.append(" part ")
                .append(pack.part())
                .append(" of ")
                .append(pack.parts())
                .append(pack.reset() ? " reset " : " ");
        out.append(pack.size());
        pack.forEach(new ViewPack.Sink() {
            @Override
            public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
                out.append(' ')
                        .append(Arrays.toString(Arrays.copyOf(key, length)))
                        .append(' ')
                        .append(value);
                out.append(' ')
                        .append(version)
                        .append(' ')
                        .append(held)
                        .append(' ')
                        .append(confirmed);
            }

            @Override
            public void removed(byte[] key, int length) {
                out.append(' ')
                        .append(Arrays.toString(Arrays.copyOf(key, length)))
                        .append(" removed");
            }
        });
        return out.toString();
    }
}
