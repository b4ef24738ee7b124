package dev.hotlane.protocol.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BuildTest {
    @Test
    void namesTheVersionOfTheProjectAndACommitOrSaysThatItIsUnknown() {
        assertThat(Build.THIS.version()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
        assertThat(Build.THIS.commit()).matches("[0-9a-f]{12}(-dirty)?|unknown");
        assertThat(Build.THIS).hasToString(Build.THIS.version() + " (commit " + Build.THIS.commit() + ")");
    }
}
