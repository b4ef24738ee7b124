package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Keys are read when a token needs them, but seldom; what can't be read leaves the old ones. */
class JwksRefreshTest {
    @Test
    void aTokenOfRotatedKeysWaitsForThem() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            // The first reading was due anyway, so the next one is not too soon.
            assertThat(lab.judge(lab.token(60))).isEqualTo("known svc-checkout");
            server.rotate();
            assertThat(lab.judge(lab.token(61))).isEqualTo("known svc-checkout");
            assertThat(lab.readings).isEqualTo(2);
        }
    }

    /** Such is the first token of a gateway, if it came while the first keys were read. */
    @Test
    void aTokenThatWasLookedForInOlderKeysCostsNoReading() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            List<FirstSight> again = new ArrayList<>();
            JwksRefresh keys = new JwksRefresh(lab, () -> TimeUnit.MILLISECONDS.toNanos(lab.nowMs), again::add);
            keys.look();
            FirstSight sight = new FirstSight(new TokenHasher().of("a.b.c"), "a.b.c", null, new TokenLab.Answer());
            assertThat(keys.want(sight, Jwks.NONE)).isTrue();
            keys.look();
            assertThat(again).containsExactly(sight);
            assertThat(lab.readings).isEqualTo(1);
            assertThat(sight.search()).isEqualTo(FirstSight.Search.HERE);
            assertThat(keys.want(sight, keys.keys())).isTrue();
            keys.look();
            assertThat(again).containsExactly(sight, sight);
            assertThat(lab.readings).isEqualTo(2);
        }
    }

    @Test
    void unknownKeysAreAskedForOnceInThirtySeconds() throws InterruptedException {
        try (TokenServer server = TokenServer.start();
                TokenServer other = TokenServer.start()) {
            other.rotate();
            TokenLab lab = new TokenLab(server);
            lab.tokens.keys().look();
            String foreign = new TokenLab(other).token(3_600);
            assertThat(lab.judge(foreign)).isEqualTo("refused");
            assertThat(lab.judge(foreign)).isEqualTo("later");
            lab.nowMs += 29_999;
            assertThat(lab.judge(foreign)).isEqualTo("later");
            assertThat(lab.readings).isEqualTo(2);
            lab.nowMs += 1;
            assertThat(lab.judge(foreign)).isEqualTo("refused");
            assertThat(lab.readings).isEqualTo(3);
        }
    }

    @Test
    void oldKeysStayForADayWhileTheServerIsAway() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String before = lab.token(3 * 86_400);
            assertThat(lab.judge(before)).isEqualTo("known svc-checkout");
            server.rotate();
            lab.away = true;
            lab.nowMs += TimeUnit.HOURS.toMillis(24);
            assertThat(lab.judge(before)).isEqualTo("known svc-checkout");
            assertThat(lab.judge(lab.token(60))).isEqualTo("later");
            assertThat(lab.tokens.keysStale()).isTrue();
            assertThat(lab.tokens.keysAgeMs()).isEqualTo(TimeUnit.HOURS.toMillis(24));
            lab.nowMs += TokenCache.KEPT_MS;
            assertThat(lab.judge(before)).isEqualTo("later");
        }
    }

    @Test
    void whatIsNoJwksLeavesTheOldKeys() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String before = lab.token(86_400);
            lab.judge(before);
            for (String wrong : List.of("", "{}", "[]", "{\"keys\":[]}", "<html>", "{\"keys\":[{\"kty\":\"RSA\"}]}")) {
                lab.instead = wrong.getBytes(StandardCharsets.UTF_8);
                lab.nowMs += 300_000;
                lab.tokens.keys().look();
                assertThat(lab.tokens.keysStale()).as(wrong).isTrue();
                assertThat(lab.judge(before)).as(wrong).isEqualTo("known svc-checkout");
            }
            lab.instead = null;
            lab.nowMs += 30_000;
            lab.tokens.keys().look();
            assertThat(lab.tokens.keysStale()).isFalse();
        }
    }

    @Test
    void keysAreReadAgainInFiveMinutesAndAfterAFailureInThirtySeconds() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            List<Integer> readings = new ArrayList<>();
            for (int second : List.of(0, 299, 300, 599)) {
                lab.nowMs = TokenLab.START_MS + second * 1_000L;
                lab.tokens.keys().look();
                readings.add(lab.readings);
            }
            lab.away = true;
            for (int second : List.of(600, 629, 630, 659)) {
                lab.nowMs = TokenLab.START_MS + second * 1_000L;
                lab.tokens.keys().look();
                readings.add(lab.readings);
            }
            assertThat(readings).containsExactly(1, 1, 2, 2, 3, 3, 4, 4);
        }
    }

    @Test
    void aTokenThatComesDuringAReadingIsNotRefusedByIt() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            lab.judge(lab.token(60));
            lab.nowMs += 30_000;
            server.rotate();
            byte[] first = server.jwks();
            TokenLab.Answer early = lab.send(lab.token(61));
            lab.tokens.judgeNext();
            List<TokenLab.Answer> late = new ArrayList<>();
            lab.whileReading = () -> {
                lab.instead = first;
                server.rotate();
                late.add(lab.send(lab.token(62)));
                judgeNext(lab);
            };
            lab.tokens.keys().look();
            lab.tokens.judgeNext();
            lab.tokens.judgeNext();
            assertThat(early.word()).isEqualTo("known svc-checkout");
            assertThat(late.get(0).word()).isEqualTo("later");
        }
    }

    @Test
    void tokensWithoutAKeyTakeAFourthOfThePlacesAtMost() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            List<TokenLab.Answer> waiting = new ArrayList<>();
            for (int i = 0; i < JwksRefresh.WAITING_MAX; i++) {
                waiting.add(lab.send(lab.token(60 + i)));
                lab.tokens.judgeNext();
            }
            assertThat(lab.judge(lab.token(50))).isEqualTo("later");
            lab.tokens.keys().look();
            for (TokenLab.Answer one : waiting) {
                assertThat(one.words).isEmpty();
                lab.tokens.judgeNext();
                assertThat(one.word()).isEqualTo("known svc-checkout");
            }
        }
    }

    private static void judgeNext(TokenLab lab) {
        try {
            lab.tokens.judgeNext();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
