package dev.hotlane.flusher.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The statements that come out of the table of columns, written out. */
class MetaRowTest {
    private static final String COLUMNS = "next_offset, sequence_base, state_epoch, leader, log_time, ceiling,"
            + " horizon, digest, last_tick_offset, last_tick_digest, last_tick_wall_clock, window_start, window_count,"
            + " counters, open_holds, resolved_start, resolved_count, rules_version, rules, last_leader_epoch,"
            + " last_timestamp, last_crc";

    @Test
    void readsTheRowInItsOrder() {
        assertThat(MetaRow.SELECT)
                .isEqualTo("SELECT cluster_id, topic_id, fence_epoch, " + COLUMNS + " FROM hl_meta WHERE id = 1");
    }

    @Test
    void insertsEveryColumn() {
        String head = "INSERT INTO hl_meta (" + COLUMNS + ", id, cluster_id, topic_id, fence_epoch) VALUES ("
                + "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ";
        assertThat(MetaRow.INSERT).isEqualTo(head + "0) ON DUPLICATE KEY UPDATE id = 1");
        assertThat(MetaRow.INSERT_WHOLE).isEqualTo(head + "?)");
    }

    @Test
    void setsEveryColumnUnderItsGuard() {
        String head = "UPDATE hl_meta SET " + COLUMNS.replace(",", " = ?,") + " = ?";
        assertThat(MetaRow.COMPARE_AND_SET)
                .isEqualTo(head + " WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ?");
        assertThat(MetaRow.ANCHOR)
                .isEqualTo(head + ", cluster_id = ?, topic_id = ?, fence_epoch = ?"
                        + " WHERE id = 1 AND fence_epoch = ? AND next_offset = ? AND topic_id = ? AND digest = ?");
    }
}
