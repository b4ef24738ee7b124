package dev.hotlane.gateway.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.board.BoardModel.Values;
import dev.hotlane.gateway.view.ScriptedPack;
import dev.hotlane.gateway.view.ViewByHand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Goal: a document that is shown is right as of the sequence that it claims. Method: random packs, loads and drops, against
 * a plain map. One thread.
 */
public final class BoardTrial {
    private static final List<String> PREFIXES = List.of("a", "a:1", "b:", "none");
    private static final long MS = 1_000_000;
    private static final int SELDOM = 300;

    private final Random random;
    private final ViewByHand view = new ViewByHand();
    private final SameThread worker = new SameThread();
    private final BoardModel model = new BoardModel();
    private final List<String> keys = new ArrayList<>(List.of("a", "a:", "a:1", "b:", "b", "c"));
    private long nanos;
    private final Boards boards = new Boards(view.table, PREFIXES, () -> nanos, worker);
    private long at;
    private long time = 1;
    private boolean loaded;

    BoardTrial(Random random) {
        this.random = random;
        IntStream.range(0, 12).forEach(i -> keys.addAll(List.of("a:" + i, "b:" + i, "a:1" + i)));
    }

    /** The trial of one seed, for classes that were loaded with a planted fault. */
    public static int run(long seed, int steps) {
        return new BoardTrial(new Random(seed)).run(steps);
    }

    /** Returns how many documents it compared; throws AssertionError at the first that is wrong. */
    int run(int steps) {
        int documents = 0;
        for (int step = 0; step < steps; step++) {
            change();
            model.keep(at, time, PREFIXES);
            worker.held = random.nextBoolean();
            if (!worker.held) {
                worker.run();
            }
            for (Board board : boards.all()) {
                if (random.nextInt(3) == 0) {
                    ask(board);
                }
                documents += check(board);
            }
        }
        return documents;
    }

    private void change() {
        if (!loaded || random.nextInt(SELDOM) == 0) {
            // The log moved on meanwhile, or was rewritten.
            at = Math.max(0, at - 2 + random.nextInt(5));
            pack(at);
            view.load(
                    at,
                    time,
                    rows -> model.counters.forEach(
                            (key, all) -> rows.add(key, all.value(), all.version(), all.held(), all.confirmed())));
            loaded = true;
        } else if (random.nextInt(SELDOM) == 0) {
            view.drop();
            loaded = false;
        } else {
            long to = at + 1 + random.nextInt(3);
            time += random.nextInt(2);
            view.apply(pack(to).at(time));
            at = to;
        }
    }

    private ScriptedPack pack(long to) {
        ScriptedPack pack = new ScriptedPack(at, to);
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = keys.get(random.nextInt(keys.size()));
            if (random.nextInt(3) == 0) {
                pack.remove(key);
                model.counters.remove(key);
            } else {
                long version = List.of(0L, to, -to).get(random.nextInt(3));
                // Of a bucket, full by now or soon.
                long value = (time + random.nextInt(30) - 5) * MS;
                Values next = new Values(value, version, random.nextInt(2), random.nextInt(2));
                pack.set(key, next.value(), version, next.held(), next.confirmed());
                model.counters.put(key, next);
            }
        }
        return pack;
    }

    private void ask(Board board) {
        nanos += Board.PACE_NANOS;
        boards.ask(board, nanos);
        while (view.between()) {
            // One board at a time.
        }
        if (loaded && !worker.held) {
            assertThat(boards.shown(board)).as("a board that was asked for").isNotNull();
            assertThat(boards.shown(board).current()).isTrue();
        }
    }

    private int check(Board board) {
        Boards.Shown shown = boards.shown(board);
        assertThat(board.count()).isEqualTo(loaded ? model.count(board.prefix()) : 0);
        if (shown == null) {
            return 0;
        }
        assertThat(loaded).as("there is a view").isTrue();
        String plain = new String(shown.text().plain(), StandardCharsets.UTF_8);
        assertThat(plain).isEqualTo(model.asOf(shown.asOf().to(), board.prefix()));
        assertThat(shown.current()).isEqualTo(shown.asOf().to() == at);
        assertThat(inflated(shown.text().gzip())).isEqualTo(plain);
        return 1;
    }

    private static String inflated(byte[] member) {
        try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(member))) {
            return new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
