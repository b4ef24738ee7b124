package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings.MySql;
import org.junit.jupiter.api.Test;

/** Names of databases of drills, and how they are reached. */
class DrillDatabaseTest {
    private static final Identity LOG = new Identity("cluster", "topic");

    @Test
    void aDatabaseIsOfADrillOfALogByItsMarkOnly() {
        String mark = DrillDatabase.mark(LOG);
        assertThat(mark).matches("[0-9a-f]{16}");
        assertThat(DrillDatabase.isMarked("hl_drill_" + mark + "_20261127010203_a1", LOG))
                .isTrue();
        assertThat(DrillDatabase.isMarked("hl_drill_" + mark + "_2026", new Identity("cluster", "other")))
                .isFalse();
        assertThat(DrillDatabase.isMarked("hl_drill_" + mark + "_x`; DROP DATABASE y", LOG))
                .isFalse();
        assertThat(DrillDatabase.isMarked("hl_drill_mine", LOG)).isFalse();
        assertThat(DrillDatabase.isMarked("hotlane", LOG)).isFalse();
    }

    @Test
    void theUrlOfAnotherDatabaseHasTheSameServerAndOptions() {
        assertThat(with("jdbc:mysql://h:3306/hotlane?sslMode=VERIFY_CA&a=/b"))
                .isEqualTo("jdbc:mysql://h:3306/d?sslMode=VERIFY_CA&a=/b");
        assertThat(with("jdbc:mysql://h1:1,h2:2/hotlane")).isEqualTo("jdbc:mysql://h1:1,h2:2/d");
        assertThatThrownBy(() -> with("jdbc:mysql://h:3306")).hasMessageContaining("must name a database");
    }

    private static String with(String url) {
        return new MySql(url, "u", "p").withDatabase("d").url();
    }
}
