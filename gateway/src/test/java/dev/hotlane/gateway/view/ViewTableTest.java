package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ViewTableTest {
    private final ViewTable table = new ViewTable();
    private final ViewRead read = new ViewRead(table);

    @Test
    void hasNothingToReadBeforeItIsLoadedAndAfterItIsDropped() {
        assertThat(read.take(keys("a"))).isFalse();
        load("a", 5);
        assertThat(read("a")).isEqualTo("10 a=5");
        table.drop();
        assertThat(read.take(keys("a"))).isFalse();
        assertThat(table.sequence()).isEqualTo(-1);
        assertThat(table.resyncs()).isEqualTo(1);
    }

    @Test
    void hasTheValuesOfTheLastPackAndOfRowsThatNoneChanged() {
        load("b", 7);
        apply(new ScriptedPack(10, 12).set("a", 4).set("c", 1));
        assertThat(read("a", "b", "c", "d")).isEqualTo("12 a=4 b=7 c=1 d=0");
    }

    @Test
    void aFollowerGetsEachChangeInOrderAndCanReadItThen() {
        List<String> seen = new ArrayList<>();
        table.follow(new ViewFollower() {
            @Override
            public void loaded(ViewCut at) {
                List<String> keys = new ArrayList<>();
                table.forEachCounter(counter -> keys.add(text(counter.key())));
                seen.add("loaded " + at.to() + " " + keys);
            }

            @Override
            public void applied(ViewCut at, Changed changed) {
                IntStream.range(0, changed.size())
                        .forEach(i -> seen.add((changed.removed(i) ? "removed " : "changed ") + text(changed.key(i))
                                + " in " + read("a", "b")));
            }

            @Override
            public void dropped() {
                seen.add("dropped " + read.take(keys("a")));
            }
        });
        load("a", 5);
        apply(new ScriptedPack(10, 12).set("b", 1).remove("a").remove("none"));
        table.drop();
        assertThat(seen)
                .containsExactly(
                        "loaded 10 [a]", "changed b in 12 a=0 b=1", "removed a in 12 a=0 b=1", "dropped false");
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    @Test
    void aReaderInTheMiddleOfAPackGetsTheCutBefore() {
        load("a", 5);
        List<String> met = new ArrayList<>();
        Runnable look = () -> met.add(read("a", "b"));
        apply(new ScriptedPack(10, 12).set("a", 4).set("b", 1));
        apply(new ScriptedPack(12, 15)
                .then(look)
                .set("a", 3)
                .then(look)
                .set("b", 2)
                .then(look));
        apply(new ScriptedPack(15, 16).set("b", 3).then(look).set("a", 2).then(look));
        assertThat(met).containsExactly("12 a=4 b=1", "12 a=4 b=1", "12 a=4 b=1", "15 a=3 b=2", "15 a=3 b=2");
        assertThat(read("a", "b")).isEqualTo("16 a=2 b=3");
    }

    @Test
    void aReaderKeepsItsCutWhileOnePackEnds() {
        load("a", 5);
        apply(new ScriptedPack(10, 11).set("b", 1));
        assertThat(readWhile(() -> apply(new ScriptedPack(11, 12).set("a", 4).set("b", 2)), "a", "b"))
                .isEqualTo("11 a=5 b=1");
    }

    @Test
    void aReaderStartsOverWhenTwoPacksEnded() {
        load("a", 5);
        apply(new ScriptedPack(10, 11).set("b", 1));
        Runnable two = () -> {
            apply(new ScriptedPack(11, 12).set("a", 4));
            apply(new ScriptedPack(12, 13).set("c", 1));
        };
        assertThat(readWhile(two, "a", "b")).isEqualTo("13 a=4 b=1");
    }

    /** Without a look at W afterwards the reader would take a counter for absent that was there at its cut. */
    @Test
    void aReaderStartsOverWhenACounterOfItsCutIsPurged() {
        load("a", 5);
        apply(new ScriptedPack(10, 11).set("b", 1));
        Runnable two = () -> {
            apply(new ScriptedPack(11, 12).remove("b").set("a", 6));
            apply(new ScriptedPack(12, 13).set("c", 1));
        };
        assertThat(readWhile(two, "a", "b")).isEqualTo("13 a=6 b=0");
    }

    @Test
    void aReaderThatIsOutrunThreeTimesGivesUp() {
        load("a", 5);
        List<byte[]> outrun = new AbstractList<>() {
            private long to = 10;

            @Override
            public byte[] get(int i) {
                apply(new ScriptedPack(to, ++to).set("a", to));
                apply(new ScriptedPack(to, ++to).set("a", to));
                return keys("a").get(0);
            }

            @Override
            public int size() {
                return 2;
            }
        };
        assertThat(read.take(outrun)).isFalse();
        assertThat(table.sequence()).isEqualTo(10 + 3 * 2);
    }

    @Test
    void aReaderStartsOverWhenTheTableWasReplaced() {
        load("a", 5);
        Runnable replace = () -> {
            table.drop();
            ViewRows rows = new ViewRows();
            rows.add(keys("b").get(0), 1, 9, 9, 0, 0);
            table.publish(rows, new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, 20, 0));
        };
        assertThat(readWhile(replace, "a", "b")).isEqualTo("20 a=0 b=9");
    }

    @Test
    void aRemovedCounterIsGoneAfterTheNextPack() {
        load("a", 5);
        apply(new ScriptedPack(10, 11).remove("a").remove("never"));
        assertThat(read("a")).isEqualTo("11 a=0");
        assertThat(table.keys()).isEqualTo(1);
        apply(new ScriptedPack(11, 12));
        assertThat(table.keys()).isZero();
        apply(new ScriptedPack(12, 13).set("a", 1));
        apply(new ScriptedPack(13, 14).remove("a"));
        apply(new ScriptedPack(14, 15).set("a", 2));
        apply(new ScriptedPack(15, 16));
        assertThat(read("a")).isEqualTo("16 a=2");
        assertThat(table.keys()).isEqualTo(1);
    }

    /** A counter that is made and removed again within each pack must not keep its cell for ever. */
    @Test
    void aCounterThatEachPackRemovesAgainIsGoneAfterTheNextPack() {
        load("a", 5);
        apply(new ScriptedPack(10, 11).remove("a"));
        apply(new ScriptedPack(11, 12).remove("a"));
        assertThat(table.keys()).isZero();
        apply(new ScriptedPack(12, 13).remove("a"));
        assertThat(table.keys()).isZero();
        assertThat(read("a")).isEqualTo("13 a=0");
    }

    @Test
    void aCellHasTheValuesOfTheTwoNewestCutsThatChangedIt() {
        load("a", 5);
        CounterCell cell = table.published().cells().values().iterator().next();
        apply(new ScriptedPack(10, 11).set("a", 4));
        apply(new ScriptedPack(11, 12));
        assertThat(cell.at(10).value).isEqualTo(5);
        assertThat(cell.at(11).value).isEqualTo(4);
        assertThat(cell.at(12).value).isEqualTo(4);
        apply(new ScriptedPack(12, 13).remove("a"));
        assertThat(cell.at(10)).isNull();
        assertThat(cell.at(12).value).isEqualTo(4);
        assertThat(cell.at(13).removed).isTrue();
    }

    @Test
    void aBucketThatIsFullAtTheCutEqualsAnAbsentCounter() {
        load("x", 1);
        apply(new ScriptedPack(10, 11).set("b", 2_000_000_000, -11, 0, 0).at(1_999));
        assertThat(body("b"))
                .isEqualTo("11 {\"key\":\"b\",\"value\":2000000000,\"held\":0,\"confirmed\":0,"
                        + "\"version\":11,\"bucket\":true}");
        apply(new ScriptedPack(11, 12).at(2_000));
        assertThat(body("b")).isEqualTo("0 {\"key\":\"b\",\"value\":0,\"held\":0,\"confirmed\":0,\"version\":0}");
    }

    @Test
    void aCounterHasATagUnlessUnitsChangeUnderItsVersion() {
        load("x", 1);
        apply(new ScriptedPack(10, 11)
                .set("plain", 1, 11, 2, 3)
                .set("held", 0, 0, 2, 0)
                .set("sold", 0, 0, 0, -1)
                .set("bucket", Long.MAX_VALUE, -11, 0, 5));
        assertThat(body("plain")).startsWith("11 ");
        assertThat(body("none")).startsWith("0 ");
        assertThat(Stream.of("held", "sold", "bucket").map(this::body)).allMatch(text -> text.startsWith("-1 "));
    }

    /** Rows are as of sequence 10. */
    private void load(String key, long value) {
        ViewRows rows = new ViewRows();
        rows.add((key + "?").getBytes(StandardCharsets.UTF_8), key.length(), value, 3, 0, 0);
        table.publish(rows, new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, 10, 0));
    }

    private void apply(ScriptedPack pack) {
        table.apply(List.of(pack));
    }

    private String read(String... keys) {
        return read(keys(keys), keys);
    }

    private String read(List<byte[]> asked, String... keys) {
        assertThat(read.take(asked)).isTrue();
        StringBuilder found = new StringBuilder().append(read.cut().to());
        for (int i = 0; i < keys.length; i++) {
            JsonText text = new JsonText();
            read.write(i, keys(keys[i]).get(0), text);
            found.append(' ').append(keys[i]).append('=').append(text(text).replaceAll(".*\"value\":(-?\\d+).*", "$1"));
        }
        return found.toString();
    }

    /** Reads keys; this happens between the first and the second of them, in the first try. */
    private String readWhile(Runnable happens, String... keys) {
        List<byte[]> asked = keys(keys);
        boolean[] done = new boolean[1];
        return read(
                new AbstractList<>() {
                    @Override
                    public byte[] get(int i) {
                        if (i == 1 && !done[0]) {
                            done[0] = true;
                            happens.run();
                        }
                        return asked.get(i);
                    }

                    @Override
                    public int size() {
                        return asked.size();
                    }
                },
                keys);
    }

    private String body(String key) {
        assertThat(read.take(keys(key))).isTrue();
        JsonText text = new JsonText();
        long tag = read.write(0, keys(key).get(0), text);
        return tag + " " + text(text);
    }

    private static String text(JsonText text) {
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }

    private static List<byte[]> keys(String... keys) {
        return IntStream.range(0, keys.length)
                .mapToObj(i -> keys[i].getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
