package dev.hotlane.jmh.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnswerParserTest {
    private final AnswerParser parser = new AnswerParser();

    @Test
    void readsTheSameAnswersFromWhateverPieces() throws MalformedAnswerException {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            String body = "b".repeat(random.nextInt(3) == 0 ? 0 : random.nextInt(300));
            int status = 200 + random.nextInt(300);
            if (status == 204 || status == 304) {
                body = "";
            }
            byte[] bytes = bytes(random.nextBoolean() ? counted(status, body) : chunked(status, body, random));
            int at = 0;
            int end = -1;
            while (end < 0) {
                int to = Math.min(bytes.length, at + 1 + random.nextInt(random.nextInt(5) == 0 ? 500 : 20));
                end = parser.take(bytes, at, to);
                at = to;
            }
            assertThat(parser.status()).as("seed %d, round %d", seed, round).isEqualTo(status);
            assertThat(body()).as("seed %d, round %d", seed, round).isEqualTo(body);
            assertThat(end).as("seed %d, round %d", seed, round).isEqualTo(bytes.length);
        }
    }

    private static String counted(int status, String body) {
        return "HTTP/1.1 " + status + " OK\r\nX-Y: z\r\nCONTENT-length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String chunked(int status, String body, SplittableRandom random) {
        if (status == 204 || status == 304) {
            return "HTTP/1.1 " + status + " OK\r\n\r\n";
        }
        StringBuilder out = new StringBuilder("HTTP/1.1 " + status + " OK\r\ntransfer-Encoding: chunked\r\n\r\n");
        int at = 0;
        while (at < body.length()) {
            int size = 1 + random.nextInt(body.length() - at);
            out.append(Integer.toHexString(size)).append(random.nextBoolean() ? ";x=y\r\n" : "\r\n");
            out.append(body, at, at + size).append("\r\n");
            at += size;
        }
        return out.append(random.nextBoolean() ? "0\r\n\r\n" : "0\r\nTrailer: t\r\n\r\n")
                .toString();
    }

    @Test
    void passesOverAnInterimAnswer() throws MalformedAnswerException {
        byte[] bytes = bytes("HTTP/1.1 100 Continue\r\n\r\n" + counted(200, "ok"));
        assertThat(parser.take(bytes, 0, bytes.length)).isEqualTo(bytes.length);
        assertThat(parser.status()).isEqualTo(200);
        assertThat(body()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 OK\r\n\r\n",
                "HTTP/1.1 2x0 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n"
            })
    void refusesWhatItDoesNotUnderstand(String answer) {
        byte[] bytes = bytes(answer);
        assertThatThrownBy(() -> parser.take(bytes, 0, bytes.length)).isInstanceOf(MalformedAnswerException.class);
    }

    private String body() {
        return new String(parser.body(), parser.bodyFrom(), parser.bodyLength(), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
