package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.log.Uuid7;
import io.vertx.core.AsyncResult;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/**
 * Callers that add to, take from and move between a few counters, each with one command at a time. After 503 or 504 a
 * caller retries with the same key until the outcome is known. In one of ten cases it repeats an old command and must
 * get the same answer. All state is owned by the client's event loop until the load is over.
 */
final class Load {
    private static final String[] COUNTERS = {"hot", "stock:a", "stock:b", "warm-1", "warm-2", "warm-3", "a b/ü"};
    private static final int REPEATABLE_MAX = 500;
    private static final int FAULTS_MAX = 10;
    private static final int BREATH_MS_MAX = 8;
    private static final int RETRY_MS_MAX = 150;
    private static final Duration END_MAX = Duration.ofSeconds(90);

    private final Client client;
    private final int callers;
    private final String name;
    private final Uuid7 ids;
    private final SplittableRandom random;
    private final List<Intent> settled = new ArrayList<>();
    private final Map<String, Integer> open = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private final AtomicInteger answers = new AtomicInteger();
    private final Promise<Void> over = Promise.promise();
    private int repeats;
    private int made;
    private int running;
    private volatile boolean stopping;

    private Load(Client client, String name, long seed, int callers) {
        this.client = client;
        this.callers = callers;
        this.name = name;
        // Two loads of one seed and one lane must not make one id in the same millisecond.
        ids = new Uuid7(seed + name.hashCode());
        random = new SplittableRandom(seed);
    }

    /** Starts the callers; their keys start with the name or are UUIDs. */
    static Load start(Client client, String name, long seed, int callers) {
        Load load = new Load(client, name, seed, callers);
        client.loop().runOnContext(begin -> {
            load.running = callers;
            for (int i = 0; i < callers; i++) {
                load.next();
            }
        });
        return load;
    }

    /** Waits for that number of further answers. */
    void awaitAnswers(int more) {
        int wanted = answers.get() + more;
        Awaitility.await("answer " + wanted)
                .atMost(END_MAX)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> answers.get() >= wanted);
    }

    /** Number of final answers. */
    int answers() {
        return answers.get();
    }

    /** Ends the load; fails if a caller got a wrong answer. */
    History stop() {
        stopping = true;
        Awaitility.await("end of the load")
                .atMost(END_MAX)
                .until(() -> over.future().isComplete());
        System.out.printf(
                "%s: %,d commands, %,d repeats told the same, open answers %s%n", name, settled.size(), repeats, open);
        assertThat(faults).as("answers that must not be").isEmpty();
        return new History(settled);
    }

    /** Attempts that ended in 503 or 504, by code; read it after {@link #stop}. */
    Map<String, Integer> open() {
        return open;
    }

    private void next() {
        if (stopping) {
            running--;
            if (running == 0) {
                over.complete();
            }
        } else if (settled.size() > callers && random.nextInt(10) == 0) {
            int recent = Math.min(settled.size(), REPEATABLE_MAX);
            Intent old = settled.get(settled.size() - 1 - random.nextInt(recent));
            attempt(old, old.answer);
        } else {
            attempt(make(), null);
        }
    }

    private Intent make() {
        int id = made++;
        String key = random.nextBoolean()
                ? name + "-" + id
                : ids.next(System.currentTimeMillis()).toString();
        int one = random.nextInt(COUNTERS.length);
        int amount = random.nextInt(1, 10);
        if (random.nextInt(4) == 0) {
            int other = (one + random.nextInt(1, COUNTERS.length)) % COUNTERS.length;
            return new Intent(key, new String[] {COUNTERS[one], COUNTERS[other]}, new long[] {-amount, amount});
        }
        return new Intent(key, new String[] {COUNTERS[one]}, new long[] {random.nextInt(5) < 2 ? -amount : amount});
    }

    /** @param first the answer of an earlier attempt, or null for none */
    private void attempt(Intent intent, Answer first) {
        client.send(intent.call).onComplete(told -> client.loop().runOnContext(now -> take(intent, first, told)));
    }

    private void take(Intent intent, Answer first, AsyncResult<Answer> told) {
        if (told.failed()) {
            fault("no answer to " + intent + ": " + told.cause());
            intent.unknown++;
            again(intent, first);
        } else if (told.result().isFinal()) {
            intent.answered++;
            finish(intent, first, told.result());
        } else {
            unanswered(intent, told.result());
            again(intent, first);
        }
    }

    private void unanswered(Intent intent, Answer answer) {
        intent.unknown += answer.status() == 504 ? 1 : 0;
        open.merge(answer.code(), 1, Integer::sum);
        if (!answer.isHonestlyOpen()) {
            fault(answer + " to " + intent);
        }
    }

    private void finish(Intent intent, Answer first, Answer answer) {
        if (first != null) {
            repeats++;
            boolean same = answer.status() == first.status() && answer.body().equals(first.body());
            if (!same || !answer.replayed()) {
                fault("first " + first + ", then " + answer);
            }
        } else if (answer.status() == 200 || answer.status() == 409) {
            intent.settle(answer);
            settled.add(intent);
            forgetAnswerOf(settled.size() - 1 - REPEATABLE_MAX);
        } else {
            fault(answer + " to " + intent);
        }
        answers.incrementAndGet();
        client.loop().owner().setTimer(random.nextInt(1, BREATH_MS_MAX), later -> next());
    }

    private void forgetAnswerOf(int index) {
        if (index >= 0) {
            settled.get(index).answer = null;
        }
    }

    private void again(Intent intent, Answer first) {
        client.loop().owner().setTimer(random.nextInt(20, RETRY_MS_MAX), later -> attempt(intent, first));
    }

    private void fault(String text) {
        if (faults.size() < FAULTS_MAX) {
            faults.add(text);
        }
    }
}
