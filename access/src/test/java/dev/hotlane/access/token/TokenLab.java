package dev.hotlane.access.token;

import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Identities;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rights;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Tokens} without threads: its clocks stand until a test advances them, and its source returns the token server's
 * keys at once. It has principals svc-checkout and svc-report, selected by {@code sub}.
 */
final class TokenLab implements JwksSource {
    /** Midnight of 2027-01-01, UTC. */
    static final long START_MS = 1_798_761_600_000L;

    final TokenServer server;
    final Tokens tokens;
    long nowMs = START_MS;
    int readings;
    boolean away;
    byte[] instead;
    Runnable whileReading = () -> {};

    private final TokenHasher hasher = new TokenHasher();

    TokenLab(TokenServer server) {
        this.server = server;
        tokens = new Tokens(
                settings(),
                this,
                TokenLab::principals,
                new TokenClocks(() -> nowMs, () -> TimeUnit.MILLISECONDS.toNanos(nowMs)));
    }

    private static TokenSettings settings() {
        return new TokenSettings(TokenServer.ISSUER, TokenServer.AUDIENCE, TokenSettings.CLAIM, "jwks.json");
    }

    static Principals principals() {
        return new Principals(List.of(principal("svc-checkout"), principal("svc-report")));
    }

    private static Principal principal(String subject) {
        Identities identities = new Identities(List.of(), List.of(subject), List.of());
        return new Principal(subject, "", identities, new Rights(List.of()), new CommandLimits(8, 1), null);
    }

    /** A token for svc-checkout that is valid for this number of seconds. */
    String token(int seconds) {
        return server.token("svc-checkout", java.time.Instant.ofEpochMilli(nowMs + seconds * 1_000L));
    }

    /** Sends a token from an address that is not counted; what it gets is empty until it is judged. */
    Answer send(String token) {
        return send(token, null);
    }

    Answer send(String token, Long peer) {
        Answer answer = new Answer();
        tokens.check(token, hasher, peer, answer);
        return answer;
    }

    /** Sends a token and lets the threads' work be done, if it needs some. */
    String judge(String token) throws InterruptedException {
        Answer answer = send(token);
        if (answer.words.isEmpty()) {
            tokens.judgeNext();
        }
        if (answer.words.isEmpty()) {
            tokens.keys().look();
            tokens.judgeNext();
        }
        return answer.word();
    }

    @Override
    public byte[] read() throws IOException {
        readings++;
        whileReading.run();
        if (away) {
            throw new IOException("away");
        }
        return instead == null ? server.jwks() : instead;
    }

    @Override
    public long everyMs() {
        return 300_000;
    }

    @Override
    public long atMostEveryMs() {
        return 30_000;
    }

    /** What one call gets, on any thread. */
    static final class Answer implements TokenReceiver {
        final BlockingQueue<String> words = new LinkedBlockingQueue<>();
        volatile KnownToken token;

        @Override
        public void known(KnownToken found) {
            token = found;
            words.add("known " + found.subject());
        }

        @Override
        public void refused() {
            words.add("refused");
        }

        @Override
        public void later(String detail) {
            words.add("later");
        }

        /** The one word that it got. */
        String word() {
            if (words.size() != 1) {
                throw new AssertionError("one answer expected, found " + words);
            }
            return words.element();
        }
    }
}
