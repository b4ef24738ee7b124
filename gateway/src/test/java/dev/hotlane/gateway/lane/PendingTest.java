package dev.hotlane.gateway.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.lane.Pending.Stray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PendingTest {
    private static final int STEPS = 200_000;

    /** Goal: the table is a map with deadlines, whatever happens to it. Method: random steps beside a HashMap. */
    @Test
    void agreesWithAMapUnderRandomSteps() {
        Random random = Seed.random();
        for (int limit : new int[] {1, 3, 8, 37}) {
            new Twin(limit, random).run(STEPS / 4);
        }
    }

    private static final class Twin {
        private final Random random;
        private final int limit;
        private final Pending<String> table;
        private final Map<Long, String> waiting = new HashMap<>();
        private final Map<Long, Long> deadlines = new HashMap<>();
        private final Map<Long, Integer> callers = new HashMap<>();
        private final Set<Long> given = new HashSet<>();
        private final List<Long> all = new ArrayList<>();
        private long now = Long.MAX_VALUE - 1_000;

        Twin(int limit, Random random) {
            this.limit = limit;
            this.random = random;
            table = new Pending<>(limit, 1, 3);
        }

        void run(int steps) {
            for (int i = 0; i < steps; i++) {
                now += random.nextInt(3);
                switch (random.nextInt(9)) {
                    case 0, 1, 2 -> open("entry " + i);
                    case 7 -> join();
                    case 3, 4 -> end(true);
                    case 5 -> end(false);
                    case 6 -> ask();
                    default -> expire();
                }
                assertThat(table.size()).isEqualTo(taken());
            }
        }

        /** Callers that wait, in all slots. */
        private int taken() {
            return waiting.keySet().stream().mapToInt(callers::get).sum();
        }

        private void open(String entry) {
            assertThat(table.hasPlace(true)).isEqualTo(taken() < limit);
            assertThat(table.hasPlace(false)).isEqualTo(taken() < limit - limit / 5);
            if (!table.hasPlace(true)) {
                assertThatThrownBy(() -> table.open(entry, now)).isInstanceOf(IllegalStateException.class);
                return;
            }
            long deadline = now + random.nextInt(50);
            long request = table.open(entry, deadline);
            assertThat(given.add(request)).as("a number is given once").isTrue();
            assertThat(request).isNotNegative();
            assertThat(table.owns(request)).isTrue();
            all.add(request);
            waiting.put(request, entry);
            deadlines.put(request, deadline);
            callers.put(request, 1);
        }

        private void join() {
            Long request = any();
            if (request == null || !waiting.containsKey(request)) {
                return;
            }
            long deadline = now + random.nextInt(50);
            if (!table.hasPlace(true)) {
                assertThatThrownBy(() -> table.join(request, deadline)).isInstanceOf(IllegalStateException.class);
                return;
            }
            table.join(request, deadline);
            deadlines.put(request, deadline);
            callers.merge(request, 1, Integer::sum);
        }

        private void end(boolean answered) {
            Long request = any();
            if (request == null || !waiting.containsKey(request)) {
                return;
            }
            if (answered) {
                table.answered(request, request + 1);
                assertThat(table.judge(request, request + 1)).isEqualTo(Stray.DUPLICATE);
                assertThat(table.judge(request, request + 2)).isEqualTo(Stray.CONTRADICTION);
            } else {
                table.givenUp(request);
                assertThat(table.judge(request, 7)).isEqualTo(Stray.LATE);
            }
            waiting.remove(request);
        }

        private void ask() {
            Long request = any();
            if (request != null) {
                assertThat(table.find(request)).isEqualTo(waiting.get(request));
            }
            long foreign = random.nextLong();
            if (!given.contains(foreign)) {
                assertThat(table.find(foreign)).isNull();
            }
        }

        private void expire() {
            Set<String> expected = new HashSet<>();
            waiting.forEach((request, entry) -> {
                if (deadlines.get(request) - now <= 0) {
                    expected.add(entry);
                }
            });
            Set<String> expired = new HashSet<>();
            table.expire(now, entry -> assertThat(expired.add(entry)).isTrue());
            assertThat(expired).isEqualTo(expected);
            waiting.values().removeAll(expected);
        }

        private Long any() {
            return all.isEmpty() ? null : all.get(Math.max(0, all.size() - 1 - random.nextInt(60)));
        }
    }

    @Test
    void usesSlotsAgainAsLateAsPossible() {
        Pending<String> table = new Pending<>(4, 0, 1);
        long first = table.open("a", 0);
        table.answered(first, 5);
        for (int i = 0; i < 3; i++) {
            table.givenUp(table.open("b", 0));
            assertThat(table.judge(first, 5)).isEqualTo(Stray.DUPLICATE);
        }
        table.open("c", 0);
        assertThat(table.judge(first, 5)).isEqualTo(Stray.UNKNOWN);
    }
}
