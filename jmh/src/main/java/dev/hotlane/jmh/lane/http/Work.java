package dev.hotlane.jmh.lane.http;

import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.jmh.load.RequestTemplate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

/**
 * What is asked of a lane: the same request under the same number, each number under ids of its own. One thread.
 *
 * @param units by how much an answered request changes the sum of all counters, or of what is held
 * @param commands how many of them a request carries
 */
public record Work(String name, RequestSource source, long units, int commands) {
    /** The first key: the only one when there is one. As {@code LogFiller} names them: 20 bytes. */
    public static final String FIRST_KEY = "key:" + "0".repeat(RequestTemplate.DIGITS);

    private static final String KEY = "key:{key}";
    private static final String ADD = "{\"op\":\"add\",\"key\":\"" + KEY + "\",\"delta\":1}";
    private static final byte[] LINE_OK = "\"status\":200".getBytes(StandardCharsets.US_ASCII);

    /** Transactions of {@code ops} adds, each to one of {@code keys} keys, uniformly. */
    public static Work adds(String run, int keys, int ops) {
        String body = "{\"ops\":[" + String.join(",", Collections.nCopies(ops, ADD)) + "]}";
        RequestTemplate template = RequestTemplate.post("/v1/transactions", run + "-{id}", body);
        Keys chosen = new Keys(keys);
        return new Work(
                ops + (ops == 1 ? " add" : " adds"),
                (n, out) -> {
                    chosen.choose(template, n, ops);
                    template.write(n, out);
                },
                ops,
                1);
    }

    /** Reservations of one unit of the first key, each by a new buyer within a limit of one; they stand for a while. */
    public static Work reservations(String run, long ttlMillis) {
        RequestTemplate template = RequestTemplate.post(
                "/v1/reservations",
                run + "-{id}",
                "{\"lines\":[{\"key\":\"" + FIRST_KEY + "\",\"quantity\":1}],\"limits\":[{\"key\":\"limit:" + run
                        + ":{id}\",\"quantity\":1,\"max\":1}],\"ttlMs\":" + ttlMillis + "}");
        return new Work("reservation", template::write, 1, 1);
    }

    /** Batches of that number of adds of one, each line under an id of its own. */
    public static Work batches(String run, int keys, int lines) {
        RequestTemplate line = RequestTemplate.part("{\"id\":\"" + run + "-{id}\",\"ops\":[" + ADD + "]}\n");
        byte[] head = ("POST /v1/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                        + "Content-Length: " + (long) lines * line.length() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        Keys chosen = new Keys(keys);
        RequestSource source = new RequestSource() {
            @Override
            public void write(long n, ByteBuffer out) {
                out.put(head);
                for (long i = n * lines; i < (n + 1) * lines; i++) {
                    chosen.choose(line, i, 1);
                    line.write(i, out);
                }
            }

            @Override
            public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
                if (status != 200) {
                    return AnswerVerdict.ofStatus(status);
                }
                // The whole batch once more tells the rest: lines that ran are told again.
                return count(LINE_OK, body, from, length) == lines ? AnswerVerdict.OK : AnswerVerdict.UNKNOWN;
            }
        };
        return new Work("batch of " + lines, source, lines, lines);
    }

    private static int count(byte[] part, byte[] in, int from, int length) {
        int found = 0;
        for (int i = from, last = from + length - part.length; i <= last; i++) {
            if (in[i] == part[0] && in[i + 1] == part[1] && matches(part, in, i)) {
                found++;
                i += part.length - 1;
            }
        }
        return found;
    }

    private static boolean matches(byte[] part, byte[] in, int at) {
        for (int i = 2; i < part.length; i++) {
            if (in[at + i] != part[i]) {
                return false;
            }
        }
        return true;
    }

    /** Chooses the keys of the n-th request, the same ones each time. */
    private record Keys(int count) {
        void choose(RequestTemplate template, long n, int ops) {
            for (int i = 0; i < ops; i++) {
                template.key(i, count == 1 ? 0 : Math.floorMod(mixed(n * ops + i), count));
            }
        }

        // SplitMix64's finish: neighbours get keys far apart.
        private static long mixed(long number) {
            long z = number * 0x9e3779b97f4a7c15L;
            z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
            z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
            return z ^ z >>> 31;
        }
    }
}
