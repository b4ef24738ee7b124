package dev.hotlane.jmh.peers.journal;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerAnswer.Verdict;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Every change is an entry with the balance after it: what was sold stands there for good, and is found by its id. A
 * refusal leaves no entry.
 */
final class Ledger implements Book {
    private final BulkInsert rows;
    private final Map<String, Long> balances = new HashMap<>();
    private final JournalAnswer answers = new JournalAnswer();
    private long seq;

    Ledger(PeerPlace place) throws SQLException {
        rows = new BulkInsert(
                place,
                "CREATE TABLE ledger (seq BIGINT PRIMARY KEY, id VARBINARY(64) NOT NULL UNIQUE,"
                        + " sku VARBINARY(200) NOT NULL, delta BIGINT NOT NULL, balance BIGINT NOT NULL)",
                "INSERT INTO ledger (seq, id, sku, delta, balance) VALUES (?, ?, ?, ?, ?)");
    }

    @Override
    public void write(List<Entry> batch) throws SQLException {
        try {
            enter(batch);
        } catch (SQLException e) {
            // Nothing of the batch stands: memory goes back to what does.
            load(batch);
            if (!BulkInsert.isDuplicate(e)) {
                throw e;
            }
            enter(batch);
        }
    }

    private void enter(List<Entry> batch) throws SQLException {
        boolean any = false;
        for (Entry entry : batch) {
            entry.answer = answers.get(entry.command.id());
            if (entry.answer == null) {
                entry.answer = enter(entry.command);
                any |= entry.answer.verdict() == Verdict.SOLD;
            }
        }
        if (any) {
            rows.send();
        }
    }

    private PeerAnswer enter(PeerCommand command) throws SQLException {
        long balance = balances.getOrDefault(command.key(), 0L) - command.units();
        if (balance < 0) {
            return PeerAnswer.SOLD_OUT;
        }
        PeerAnswer sold = PeerAnswer.sold(balance);
        rows.add(++seq, command.id(), command.key(), -command.units(), balance);
        balances.put(command.key(), balance);
        answers.put(command.id(), sold);
        return sold;
    }

    private void load(List<Entry> batch) throws SQLException {
        batch.forEach(entry -> answers.remove(entry.command.id()));
        balances.clear();
        try (Statement sql = rows.statement()) {
            try (ResultSet row = sql.executeQuery("SELECT sku, SUM(delta), MAX(seq) FROM ledger GROUP BY sku")) {
                seq = 0;
                while (row.next()) {
                    balances.put(new String(row.getBytes(1), StandardCharsets.UTF_8), row.getLong(2));
                    seq = Math.max(seq, row.getLong(3));
                }
            }
            for (Entry entry : batch) {
                String id = entry.command.id();
                try (ResultSet row = sql.executeQuery("SELECT balance FROM ledger WHERE id = x'" + hex(id) + "'")) {
                    if (row.next()) {
                        answers.put(id, PeerAnswer.sold(row.getLong(1)));
                    }
                }
            }
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void put(String key, long units) throws SQLException {
        rows.add(++seq, "put " + key, key, units, units);
        rows.send();
        balances.put(key, units);
    }

    @Override
    public long left(String key) throws SQLException {
        try (Statement sql = rows.statement();
                ResultSet row = sql.executeQuery(
                        "SELECT SUM(delta), MIN(balance) FROM ledger WHERE sku = x'" + hex(key) + "'")) {
            row.next();
            if (row.getLong(1) != row.getLong(2)) {
                throw new SQLException("the entries of " + key + " come to " + row.getLong(1) + ", the last balance is "
                        + row.getLong(2));
            }
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
