package dev.hotlane.access.token;

import dev.hotlane.access.BearerHeader;
import dev.hotlane.access.Principals;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges the bearer tokens of one gateway. A token that is new goes to thread {@code tokens} and takes one of 64 places; one
 * that was proven is known for a while, and costs a hash and a look-up. Any thread calls {@link #check}, which never blocks.
 */
public final class Tokens implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Tokens.class);

    private final Supplier<Principals> principals;
    private final LongSupplier clockMs;
    private final TokenJudge judge;
    private final JwksRefresh keys;
    private final TokenCache cache = new TokenCache();
    private final TokenPlaces places = new TokenPlaces();
    private final ConcurrentHashMap<TokenHash, FirstSight> pending = new ConcurrentHashMap<>();
    private final BlockingQueue<FirstSight> queue = new LinkedBlockingQueue<>();
    private final Thread worker = new Thread(this::work, "tokens");
    private volatile boolean closed;

    /** Without threads: {@link #judgeNext} and {@link JwksRefresh#look} do their work. */
    Tokens(TokenSettings settings, JwksSource source, Supplier<Principals> principals, TokenClocks clocks) {
        this.principals = principals;
        clockMs = clocks.epochMs();
        judge = new TokenJudge(settings, clockMs);
        keys = new JwksRefresh(source, clocks.nanos(), queue::add);
        worker.setDaemon(true);
    }

    /**
     * Reads the keys once if they are in a file, and throws {@link JwksFileException} if they can't be used. A token server may
     * be away at a start, so a URL is not tried.
     */
    public static void requireFile(TokenSettings settings) {
        if (source(settings.jwks()) instanceof JwksFile file) {
            file.require();
        }
    }

    /** Starts to read the keys. Until they are read, no token can be judged: nothing else waits for them. */
    public static Tokens start(TokenSettings settings, Supplier<Principals> principals) {
        return start(settings, source(settings.jwks()), principals, TokenClocks.SYSTEM);
    }

    static Tokens start(
            TokenSettings settings, JwksSource source, Supplier<Principals> principals, TokenClocks clocks) {
        Tokens tokens = new Tokens(settings, source, principals, clocks);
        tokens.keys.start();
        tokens.worker.start();
        return tokens;
    }

    private static JwksSource source(String jwks) {
        return JwksUrl.isUrl(jwks) ? new JwksUrl(URI.create(jwks)) : new JwksFile(Path.of(jwks));
    }

    /**
     * Judges a token: at once if it is known, too long, or without a free place; else on thread {@code tokens}.
     *
     * @param text what stands behind {@code Bearer}
     * @param hasher the calling thread's
     * @param peer the number of the caller's address, of IPv6 its first 64 bits; null: not counted
     */
    public void check(String text, TokenHasher hasher, Long peer, TokenReceiver receiver) {
        if (text.length() > BearerHeader.TOKEN_MAX) {
            receiver.refused();
            return;
        }
        TokenHash hash = hasher.of(text);
        KnownToken known = cache.find(hash, clockMs.getAsLong());
        if (known != null) {
            receiver.known(known);
            return;
        }
        FirstSight same = pending.get(hash);
        if (same == null || !same.join(receiver)) {
            first(new FirstSight(hash, text, peer, receiver));
        }
    }

    private void first(FirstSight sight) {
        if (closed || !places.take(sight.peer())) {
            sight.answer(receiver -> receiver.later("too many new tokens at once"));
            return;
        }
        pending.put(sight.hash(), sight);
        queue.add(sight);
        if (closed) {
            drain();
        }
    }

    private void work() {
        try {
            while (!closed) {
                judgeNext();
            }
        } catch (InterruptedException e) {
            log.debug("Tokens are not judged any more.");
        }
    }

    /** Waits for a token and judges it. A fault of ours costs this token only. */
    void judgeNext() throws InterruptedException {
        FirstSight sight = queue.take();
        try {
            judge(sight);
        } catch (RuntimeException e) {
            log.error("A token could not be judged.", e);
            end(sight, TokenReceiver::refused);
        }
    }

    private void judge(FirstSight sight) {
        UnprovenToken token = judge.read(sight.text());
        if (token == null || principals.get().subject(token.subject()) == null) {
            end(sight, TokenReceiver::refused);
            return;
        }
        Jwks now = keys.keys();
        if (now.has(token.jwt().getHeader())) {
            signature(sight, judge.proven(token, now));
        } else {
            keyMissing(sight, now);
        }
    }

    private void signature(FirstSight sight, KnownToken proven) {
        if (proven == null) {
            end(sight, TokenReceiver::refused);
            return;
        }
        cache.add(sight.hash(), proven, clockMs.getAsLong());
        end(sight, receiver -> receiver.known(proven));
    }

    private void keyMissing(FirstSight sight, Jwks seen) {
        switch (sight.search()) {
            case READ -> end(sight, TokenReceiver::refused);
            case NOT_READ -> end(sight, Tokens::keyUnknown);
            case HERE -> {
                if (!keys.want(sight, seen)) {
                    end(sight, Tokens::keyUnknown);
                }
            }
        }
    }

    private static void keyUnknown(TokenReceiver receiver) {
        receiver.later("the key of the token is not known yet");
    }

    private void end(FirstSight sight, Consumer<TokenReceiver> answer) {
        pending.remove(sight.hash(), sight);
        places.give(sight.peer());
        sight.answer(answer);
    }

    /** Whether the keys could not be read, or were not yet. */
    public boolean keysStale() {
        return keys.stale();
    }

    /** Milliseconds since the keys were read; -1: they never were. */
    public long keysAgeMs() {
        return keys.ageMs();
    }

    /** Tokens that are judged now. */
    public int placesTaken() {
        return places.taken();
    }

    /** Tokens that are known. */
    public int known() {
        return cache.size();
    }

    JwksRefresh keys() {
        return keys;
    }

    private void drain() {
        for (FirstSight sight = queue.poll(); sight != null; sight = queue.poll()) {
            end(sight, receiver -> receiver.later("the gateway stops"));
        }
    }

    /** Ends both threads and waits for them; tokens that wait are answered. */
    @Override
    public void close() {
        closed = true;
        keys.close();
        worker.interrupt();
        try {
            worker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        drain();
    }
}
