package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands are written as they come, then applied in that order; balances are in memory only, and come back by a replay.
 * A refusal is the result of a command that was logged, so a repeat has the same answer.
 */
final class CommandJournal implements Book {
    private final BulkInsert rows;
    private final Map<String, Long> balances = new HashMap<>();
    private final JournalAnswer answers = new JournalAnswer();
    private long seq;

    CommandJournal(PeerPlace place) throws SQLException {
        rows = new BulkInsert(
                place,
                "CREATE TABLE command_log (seq BIGINT PRIMARY KEY, id VARBINARY(64) NOT NULL UNIQUE,"
                        + " sku VARBINARY(200) NOT NULL, units BIGINT NOT NULL)",
                "INSERT INTO command_log (seq, id, sku, units) VALUES (?, ?, ?, ?)");
    }

    @Override
    public void write(List<Entry> batch) throws SQLException {
        try {
            log(batch);
        } catch (SQLException e) {
            replay();
            if (!BulkInsert.isDuplicate(e)) {
                throw e;
            }
            log(batch);
        }
        for (Entry entry : batch) {
            entry.answer = apply(entry.command);
        }
    }

    private void log(List<Entry> batch) throws SQLException {
        Set<String> fresh = new HashSet<>();
        for (Entry entry : batch) {
            PeerCommand command = entry.command;
            if (!answers.containsKey(command.id()) && fresh.add(command.id())) {
                rows.add(++seq, command.id(), command.key(), command.units());
            }
        }
        if (!fresh.isEmpty()) {
            rows.send();
        }
    }

    private PeerAnswer apply(PeerCommand command) {
        PeerAnswer before = answers.get(command.id());
        if (before != null) {
            return before;
        }
        long balance = balances.getOrDefault(command.key(), 0L) - command.units();
        PeerAnswer answer = balance < 0 ? PeerAnswer.SOLD_OUT : PeerAnswer.sold(balance);
        if (balance >= 0) {
            balances.put(command.key(), balance);
        }
        answers.put(command.id(), answer);
        return answer;
    }

    /** Makes memory what the log says. */
    private void replay() throws SQLException {
        balances.clear();
        answers.clear();
        try (Statement sql = rows.statement()) {
            // Streamed: a log is longer than memory.
            sql.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet row = sql.executeQuery("SELECT seq, id, sku, units FROM command_log ORDER BY seq")) {
                while (row.next()) {
                    seq = row.getLong(1);
                    apply(new PeerCommand(text(row.getBytes(2)), text(row.getBytes(3)), row.getLong(4)));
                }
            }
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Units put up are units sold below zero. */
    @Override
    public void put(String key, long units) throws SQLException {
        PeerCommand put = new PeerCommand("put " + key, key, -units);
        rows.add(++seq, put.id(), key, put.units());
        rows.send();
        apply(put);
    }

    @Override
    public long left(String key) throws SQLException {
        long live = balances.getOrDefault(key, 0L);
        replay();
        long replayed = balances.getOrDefault(key, 0L);
        if (live != replayed) {
            throw new SQLException("the log comes to " + replayed + " units of " + key + ", memory had " + live);
        }
        return replayed;
    }

    @Override
    public void close() {
        rows.close();
    }
}
