package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitSeedsTest {
    private static final String HASH = "67abe3f0123456789abcdef0123456789abcdef0";

    @Test
    void aCommitHasItsOwnSeedsFarFromThoseThatPeopleName() {
        long first = CommitSeeds.from(HASH);
        assertThat(first).isEqualTo((1L << 61) + (0x67abe3f01234L << 13));
        assertThat(CommitSeeds.from("67abe3f01235" + HASH.substring(12)) - first)
                .isGreaterThan(CommitSeeds.COUNT);
        assertThat(CommitSeeds.from("f".repeat(64)) + CommitSeeds.COUNT).isLessThanOrEqualTo(1L << 62);
        assertThat(CommitSeeds.from("0".repeat(40))).isEqualTo(CommitSeeds.OF_NO_COMMIT);
    }

    @Test
    void aWholeHashNeedsNoGit() {
        assertThat(CommitSeeds.hash(HASH)).hasValue(HASH);
        assertThat(CommitSeeds.hash(HASH.toUpperCase(java.util.Locale.ROOT))).hasValue(HASH);
    }

    @Test
    void whatIsNoCommitHasNoSeeds() {
        assertThat(CommitSeeds.hash("no/such..branch")).isEmpty();
        assertThat(CommitSeeds.hash("--all")).isEmpty();
        assertThat(CommitSeeds.hash("")).isEmpty();
    }
}
