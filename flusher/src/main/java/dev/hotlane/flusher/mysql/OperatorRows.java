package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.Meta;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** hl_history: what operators did. Without state. */
final class OperatorRows {
    private static final String HISTORY = "INSERT INTO hl_history (what, who, cluster_id, topic_id, next_offset,"
            + " sequence_base, digest, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private OperatorRows() {}

    static void history(Session session, String what, String who, Identity identity, Meta cut, String note)
            throws SQLException {
        try (PreparedStatement insert = session.prepare(HISTORY)) {
            insert.setString(1, what);
            insert.setString(2, who);
            insert.setString(3, identity.clusterId());
            insert.setString(4, identity.topicId());
            insert.setLong(5, cut.nextOffset);
            insert.setLong(6, cut.sequenceBase);
            insert.setLong(7, cut.digest);
            insert.setString(8, note);
            insert.executeUpdate();
        }
    }
}
