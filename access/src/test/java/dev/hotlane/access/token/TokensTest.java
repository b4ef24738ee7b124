package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import dev.hotlane.access.Principals;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A token that was judged is known for a while; new ones have few places. */
class TokensTest {
    private static final long PEER = 7;

    @Test
    void aTokenOfEachAlgorithmSelectsItsPrincipal() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            for (JWSAlgorithm algorithm : List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256)) {
                String token = server.sign(algorithm, TokenClaims.of(lab.nowMs, "svc-report"));
                assertThat(lab.judge(token)).as(algorithm.getName()).isEqualTo("known svc-report");
            }
            assertThat(lab.readings).isEqualTo(1);
        }
    }

    @Test
    void aKnownTokenIsNotJudgedAgainForAMinute() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String token = lab.token(3_600);
            assertThat(lab.judge(token)).isEqualTo("known svc-checkout");
            lab.nowMs += 59_999;
            assertThat(lab.send(token).word()).isEqualTo("known svc-checkout");
            lab.nowMs += 1;
            assertThat(lab.send(token).words).isEmpty();
        }
    }

    @Test
    void aTokenIsNotKnownPastItsExp() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String token = lab.token(10);
            assertThat(lab.judge(token)).isEqualTo("known svc-checkout");
            lab.nowMs += 9_999;
            TokenLab.Answer before = lab.send(token);
            assertThat(before.word()).isEqualTo("known svc-checkout");
            assertThat(before.token.expiresMs()).isEqualTo(TokenLab.START_MS + 10_000);
            assertThat(before.token.checkAgainMs()).isEqualTo(TokenLab.START_MS + 10_000);
            lab.nowMs += 1;
            assertThat(lab.send(token).words).isEmpty();
        }
    }

    @Test
    void withinTheSlackATokenIsJudgedAtEachCall() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String token = lab.token(10);
            lab.nowMs += 39_999;
            assertThat(lab.judge(token)).isEqualTo("known svc-checkout");
            assertThat(lab.send(token).words).isEmpty();
            lab.tokens.judgeNext();
            lab.nowMs += 1_001;
            assertThat(lab.judge(token)).isEqualTo("refused");
        }
    }

    @Test
    void aClockThatIsSetBackKeepsNoToken() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String token = lab.token(3_600);
            lab.judge(token);
            lab.nowMs -= 1;
            assertThat(lab.send(token).words).isEmpty();
        }
    }

    @Test
    void oneAddressHasFourPlacesAndAllHaveSixtyFour() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            List<TokenLab.Answer> in = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                in.add(lab.send("token " + i, PEER + i / 4));
            }
            assertThat(in).allSatisfy(one -> assertThat(one.words).isEmpty());
            assertThat(lab.send("another", PEER).word()).isEqualTo("later");
            assertThat(lab.send("another", PEER + 99).word()).isEqualTo("later");
            lab.tokens.judgeNext();
            assertThat(in.get(0).word()).isEqualTo("refused");
            assertThat(lab.send("another", PEER).words).isEmpty();
            assertThat(lab.send("one more", PEER + 99).word()).isEqualTo("later");
            for (int i = 0; i < 64; i++) {
                lab.tokens.judgeNext();
            }
            assertThat(lab.tokens.placesTaken()).isZero();
        }
    }

    @Test
    void oneAddressIsFullWhileOthersAreNot() {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            for (int i = 0; i < 4; i++) {
                assertThat(lab.send("token " + i, PEER).words).isEmpty();
            }
            assertThat(lab.send("another", PEER).word()).isEqualTo("later");
            assertThat(lab.send("another", PEER + 1).words).isEmpty();
            assertThat(lab.send("from a proxy").words).isEmpty();
        }
    }

    @Test
    void callsWithTheSameNewTokenTakeOnePlace() throws InterruptedException {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            String token = lab.token(3_600);
            List<TokenLab.Answer> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(lab.send(token, PEER));
            }
            assertThat(lab.tokens.placesTaken()).isEqualTo(1);
            lab.tokens.judgeNext();
            lab.tokens.keys().look();
            lab.tokens.judgeNext();
            assertThat(all).allSatisfy(one -> assertThat(one.word()).isEqualTo("known svc-checkout"));
            assertThat(lab.tokens.placesTaken()).isZero();
        }
    }

    @Test
    void tokensThatWaitAtTheEndAreAnswered() {
        try (TokenServer server = TokenServer.start()) {
            TokenLab lab = new TokenLab(server);
            TokenLab.Answer waiting = lab.send(lab.token(60));
            lab.tokens.close();
            assertThat(waiting.word()).isEqualTo("later");
            assertThat(lab.send(lab.token(61)).word()).isEqualTo("later");
        }
    }

    @Test
    void aTokensPrincipalIsThatOfTheStateAtHand() {
        KnownToken token = new KnownToken("svc-checkout", 10, 5);
        assertThat(token.in(TokenLab.principals()).principal().name()).isEqualTo("svc-checkout");
        assertThat(token.in(new Principals(List.of()))).isNull();
    }
}
