package dev.hotlane.processor.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.Tick;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IgnoredControlsTest {
    private final SimLog log = new SimLog();
    private final SimProcess leader = new SimProcess(log).untilLeading();
    private final IgnoredControls ignored = leader.ignored();

    private List<Long> counts() {
        return IgnoredControls.KINDS.stream().map(ignored::count).toList();
    }

    private void forge(long offset) {
        Meta meta = leader.describe();
        log.append(null, log.writer.tick(new Tick(meta.epoch, 47, 11, log.wallMillis, -1, 0, 0, 0, 0)));
        log.append(null, log.writer.lead(Long.MAX_VALUE, 47, 11, meta.lastTick));
        log.append(null, log.writer.resign(meta.epoch - 1, meta.leaderHi, meta.leaderLo));
        log.append(null, log.writer.rules(meta.rulesInForce()));
        log.append(null, log.writer.skip(offset));
        leader.step();
    }

    @Test
    void countsByKindWhatHasNoEffect() {
        leader.run(Duration.ofSeconds(1));
        assertThat(counts()).as("of a lane that is left alone").containsOnly(0L);
        long passed = leader.describe().nextOffset - 20;
        LongStream.of(Long.MAX_VALUE, -1, passed, Long.MIN_VALUE).forEach(this::forge);
        assertThat(counts()).containsOnly(4L);
        leader.run(Duration.ofSeconds(1));
        assertThat(counts()).containsOnly(4L);
    }

    @Test
    void aSkipThatTakesEffectIsNotIgnored() {
        leader.run(Duration.ofSeconds(1));
        long poison = leader.describe().nextOffset;
        log.append(null, new byte[] {1});
        log.append(null, log.writer.skip(poison));
        SimProcess later = new SimProcess(log);
        later.state.quarantine(new long[] {poison});
        later.step();
        assertThat(later.ignored().count(RecordKind.SKIP)).isZero();
    }

    @Test
    void reportsABurstInOneLineAMinute() {
        assertThat(looks(100)).isEmpty();
        forge(-1);
        assertThat(looks(1))
                .singleElement()
                .asString()
                .startsWith("5 control records had no effect, the newest at offset ")
                .contains("TICK 1, LEAD 1, RESIGN 1, RULES 1, SKIP 1");
        forge(-1);
        forge(-1);
        assertThat(looks(59)).isEmpty();
        assertThat(looks(1)).singleElement().asString().startsWith("10 control records");
        assertThat(looks(100)).isEmpty();
    }

    private List<String> looks(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ignored.line())
                .filter(line -> line != null)
                .toList();
    }
}
