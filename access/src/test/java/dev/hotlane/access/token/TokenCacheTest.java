package dev.hotlane.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The cache has 10,000 tokens at most; the oldest leave first. */
class TokenCacheTest {
    private static final KnownToken TOKEN = new KnownToken("a", 200, 100);

    @Test
    void theOldestLeaveAboveTheMost() {
        TokenCache cache = new TokenCache();
        for (int i = 0; i <= TokenCache.TOKENS_MAX; i++) {
            cache.add(hash(i), TOKEN, 1);
        }
        assertThat(cache.size()).isEqualTo(10_000);
        assertThat(cache.find(hash(0), 1)).isNull();
        assertThat(cache.find(hash(1), 1)).isSameAs(TOKEN);
        assertThat(cache.find(hash(10_000), 1)).isSameAs(TOKEN);
    }

    @Test
    void aTokenThatWasAddedAgainStaysWhenItsFirstEntryLeaves() {
        TokenCache cache = new TokenCache();
        cache.add(hash(0), TOKEN, 1);
        cache.add(hash(0), new KnownToken("a", 200, 150), 50);
        for (int i = 1; i < TokenCache.TOKENS_MAX; i++) {
            cache.add(hash(i), TOKEN, 60);
        }
        assertThat(cache.find(hash(0), 120).checkAgainMs()).isEqualTo(150);
    }

    @Test
    void tokensThatEndedLeaveWhenOthersCome() {
        TokenCache cache = new TokenCache();
        cache.add(hash(0), TOKEN, 1);
        cache.add(hash(1), new KnownToken("b", 300, 300), 100);
        assertThat(cache.size()).isEqualTo(1);
    }

    @Test
    void differentTextsHaveDifferentHashes() {
        TokenHasher hasher = new TokenHasher();
        assertThat(hasher.of("abc")).isEqualTo(new TokenHasher().of("abc")).isNotEqualTo(hasher.of("abd"));
        assertThat(hasher.of("\u0141")).isNotEqualTo(hasher.of("A"));
        // The well-known SHA-256 of "abc".
        assertThat(hasher.of("abc").first()).isEqualTo(0xba7816bf8f01cfeaL);
    }

    private static TokenHash hash(int number) {
        return new TokenHash(number, 0, 0, 0);
    }
}
