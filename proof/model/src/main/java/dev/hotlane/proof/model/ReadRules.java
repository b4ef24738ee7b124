package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** Reads of a lane. They change nothing. Belongs to one thread. */
record ReadRules(LaneModel lane, CommandRules commands, AnswerForms forms) {
    private static final long KEYS_MAX_WITHOUT_RULES = 1_000;

    ModelAnswer counters(LogEntry.ReadCounters read, long own) {
        long most = lane.rules == null ? KEYS_MAX_WITHOUT_RULES : lane.rules.readKeysMax();
        if (read.keys().size() > most) {
            return forms.refused(Verdict.MALFORMED, own);
        }
        return forms.counters(
                read.keys().stream()
                        .map(key -> lane.counters.read(key, lane.clock.time()))
                        .toList(),
                own);
    }

    ModelAnswer command(String id, long own) {
        if (!ModelIds.isKey(id)) {
            return forms.refused(Verdict.MALFORMED, own);
        }
        ModelAnswer known = commands.known(id, own);
        if (known != null) {
            return known;
        }
        boolean gone = ModelIds.hasTime(id) && ModelIds.time(id) <= lane.window.horizon();
        return forms.refused(gone ? Verdict.ID_EXPIRED : Verdict.NOT_FOUND, own);
    }

    ModelAnswer hold(LogEntry.ReadHold read, long own) {
        if (!ModelIds.isKey(read.id())) {
            return forms.refused(Verdict.MALFORMED, own);
        }
        ModelHold hold = lane.holds.find(read.id());
        boolean absent = hold == null || !hold.isFor(read.owner());
        return absent ? forms.refused(Verdict.NOT_FOUND, own) : forms.done(List.of(), List.of(hold.now()), own);
    }

    /** The newest holds of an owner, else of a key, else of the tenant; the cursor names the last hold looked at. */
    ModelAnswer page(LogEntry.ReadHolds read, long own) {
        NavigableMap<Long, ModelHold> list = lane.holds.bySequence();
        if (!read.cursor().isEmpty()) {
            ModelHold last = lane.holds.find(ModelIds.key(read.tenant(), read.cursor()));
            if (last == null || !isListed(last, read)) {
                return forms.refused(last == null ? Verdict.ID_EXPIRED : Verdict.MALFORMED, own);
            }
            list = list.headMap(last.now().created(), false);
        }
        List<Hold> found = new ArrayList<>();
        String cursor = "";
        for (ModelHold hold : list.descendingMap().values()) {
            if (isListed(hold, read)) {
                if (found.size() == read.limit()) {
                    return forms.page(found, cursor, own);
                }
                cursor = hold.now().id();
                boolean wanted =
                        read.state() == null || read.state() == hold.now().state();
                if (wanted && (read.stock().isEmpty() || hold.hasStock(read.stock()))) {
                    found.add(hold.now());
                }
            }
        }
        return forms.page(found, "", own);
    }

    /** Whether a hold is in the list that the read follows, wanted or not. */
    private static boolean isListed(ModelHold hold, LogEntry.ReadHolds read) {
        if (!ModelIds.tenant(hold.key).equals(read.tenant())) {
            return false;
        }
        if (!read.owner().isEmpty()) {
            return hold.now().owner().equals(read.owner());
        }
        return read.stock().isEmpty() || hold.hasStock(read.stock());
    }
}
