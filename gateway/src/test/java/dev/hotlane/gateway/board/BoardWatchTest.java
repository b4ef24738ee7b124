package dev.hotlane.gateway.board;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.call.LoopByHand;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewByHand;
import dev.hotlane.gateway.watch.ByHandOutput;
import dev.hotlane.gateway.watch.EventId;
import dev.hotlane.gateway.watch.ReadEvents;
import dev.hotlane.gateway.watch.WatchLoop;
import dev.hotlane.gateway.watch.WatchRequest;
import dev.hotlane.gateway.watch.WatchStream;
import dev.hotlane.gateway.watch.Watches;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Goal: a watch of a board has the counters that the board lists, with the same bodies. Method: random packs, loads and
 * streams that begin, resume and go on; after each step the board's document against what the stream has. One thread.
 */
class BoardWatchTest {
    private static final int STEPS = 3_000;
    private static final String PREFIX = "s:";
    private static final Pattern BODY = Pattern.compile("\\{\"key\":\"([^\"]+)\"[^}]*}");
    private static final long MS = 1_000_000;

    /** Longer than a stream's time between two events progress. */
    private static final long STEP_NANOS = 1_100 * MS;

    private final Random random = Seed.random();
    private final ViewByHand view = new ViewByHand();
    private final LoopByHand loop = new LoopByHand();
    private long nanos;
    private final Boards boards = new Boards(view.table, List.of(PREFIX), () -> nanos, new SameThread());
    private final Board board = boards.find(PREFIX);
    private final Watches watches = new Watches(view.table, "lane", prefix -> board.keysInOrder(), 10);
    private final WatchLoop streams = watches.loop(loop, () -> nanos, new SplittableRandom(1), Duration.ofSeconds(30));
    private final Map<String, String> watched = new TreeMap<>();
    private ReadEvents events = new ReadEvents();
    private ByHandOutput output;
    private WatchStream stream;
    private long at = 1;
    private long time = 1;
    private long shown;
    private int fullOrHeld;

    @Test
    void aWatchHasWhatTheBoardLists() {
        load();
        open();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(200) == 0) {
                load();
            } else {
                change();
            }
            if (random.nextInt(10) == 0) {
                streams.closed(stream);
                if (random.nextBoolean()) {
                    events = new ReadEvents();
                    watched.clear();
                }
                change();
                open();
            }
            catchUp();
            assertThat(watched).as("watched, as of " + at).isEqualTo(listed());
        }
        assertThat(fullOrHeld).as("steps with a counter of version 0").isGreaterThan(STEPS / 2);
    }

    private void load() {
        view.drop();
        at += 1 + random.nextInt(3);
        view.load(at, time, rows -> {
            for (int i = random.nextInt(10); i > 0; i--) {
                rows.add(PREFIX + i, i, random.nextBoolean() ? at : 0, random.nextInt(2), 0);
            }
            rows.add("other", 1, 1, 0, 0);
        });
    }

    private void change() {
        time += random.nextInt(3);
        ScriptedPack pack = new ScriptedPack(at, ++at).at(time);
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = random.nextInt(8) == 0 ? "other" : PREFIX + random.nextInt(12);
            switch (random.nextInt(4)) {
                case 0 -> pack.remove(key);
                case 1 -> pack.set(key, 0, 0, random.nextInt(2), random.nextInt(2));
                // A bucket, full by now or soon.
                case 2 -> pack.set(key, (time - 2 + random.nextInt(8)) * MS, -at, 0, random.nextInt(2));
                default -> pack.set(key, random.nextInt(100), at, random.nextInt(2), 0);
            }
        }
        view.apply(pack);
    }

    private void open() {
        events.connectionEnded();
        EventId after = events.lastId.isEmpty() ? null : EventId.parse(events.lastId);
        output = new ByHandOutput();
        stream = streams.open(output, new WatchRequest(null, PREFIX.getBytes(UTF_8), 10, after));
        assertThat(stream).isNotNull();
    }

    /** Lets the board be copied and the event loop turn until the stream is as of W. */
    private void catchUp() {
        shown = -1;
        for (int turns = 0; shown != at; turns++) {
            assertThat(turns).as("turns until W").isLessThan(10);
            nanos += STEP_NANOS;
            view.between();
            loop.turn();
            loop.timeComes();
            events.take(output.take()).forEach(this::take);
        }
    }

    private void take(ReadEvents.Event event) {
        switch (event.type()) {
            case "counter" -> watched.put(key(event.data()), event.data());
            case "removed" -> watched.remove(key(event.data()));
            case "reset" -> watched.clear();
            default -> shown = EventId.parse(event.id()).sequence();
        }
    }

    private static String key(String data) {
        return BODY.matcher(data).results().findFirst().orElseThrow().group(1);
    }

    private Map<String, String> listed() {
        boards.ask(board, nanos);
        view.between();
        Boards.Shown document = boards.shown(board);
        assertThat(document.asOf().to()).isEqualTo(at);
        Map<String, String> bodies = BODY.matcher(new String(document.text().plain(), UTF_8))
                .results()
                .collect(Collectors.toMap(found -> found.group(1), MatchResult::group, (a, b) -> a, TreeMap::new));
        fullOrHeld += board.count() > bodies.size() ? 1 : 0;
        return bodies;
    }
}
