package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Patience;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** BEATs that no leader wrote, on the reply topic of a lane that serves under load. */
final class ForgedBeats {
    private static final Duration APART = Duration.ofMillis(50);
    private static final int NEWER_FORMAT = 65_535;

    private ForgedBeats() {}

    static void forge(Scene on) {
        try (Strikes strikes = new Strikes(on)) {
            Stranger stranger = strikes.stranger();
            Rules rules = stranger.rules();
            int count = 0;
            for (int round = 0; round < on.rounds(20, 4); round++) {
                on.nemesis("forged BEATs");
                for (Beat beat : beats(stranger.next().tick(), rules)) {
                    byte[] record = record(beat);
                    for (int gateway = 0; gateway < on.gateways().size(); gateway++) {
                        stranger.reply(gateway, record);
                        count++;
                    }
                    Patience.pass(APART);
                }
                strikes.answered("forged BEATs");
            }
            for (ChildSlot gateway : on.gateways()) {
                if (!(gateway.metric("hotlane_beats_ignored") > 0)) {
                    throw new RowFailure(gateway.name() + " counted none of " + count + " forged BEATs");
                }
            }
            on.fact(String.format("%,d forged BEATs; %s", count, strikes.longest()));
        }
    }

    private static List<Beat> beats(Tick last, Rules rules) {
        List<Beat> beats = new ArrayList<>();
        for (long epoch : ForgedRows.around(last.epoch())) {
            beats.add(beat(epoch, last, rules, Long.MAX_VALUE, rules.formatVersion()));
        }
        beats.add(beat(last.epoch(), last, rules, Long.MAX_VALUE, rules.formatVersion()));
        beats.add(beat(last.epoch() + 1, last, rules, 0, rules.formatVersion()));
        beats.add(beat(last.epoch(), last, rules, 0, NEWER_FORMAT));
        return beats;
    }

    /** The limits are those of the RULES in force: a gateway that accepts the BEAT still accepts every valid call. */
    private static Beat beat(long epoch, Tick last, Rules rules, long applied, int format) {
        return new Beat(
                epoch,
                last.leaderHi(),
                last.leaderLo(),
                last.wallClock(),
                0,
                applied,
                applied,
                0,
                0,
                0,
                rules.windowSize(),
                rules.windowAgeMs(),
                0,
                rules.rulesVersion(),
                format,
                rules.opsMax(),
                rules.readKeysMax(),
                rules.ttlMaxMs(),
                0,
                rules.holdsMax(),
                0,
                rules.resolvedMax(),
                rules.holdRetentionMs(),
                0,
                rules.dirtyBytesMax());
    }

    private static byte[] record(Beat beat) {
        byte[] message = ReplyRecord.message(beat);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(message, 0, message.length);
        return packer.seal();
    }
}
