package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReadKind;

/** Replies to a READ from the current state. Changes nothing. Owned by the state thread. */
final class Reads {
    private final Counters counters;
    private final Holds holds;
    private final Outcomes outcomes;
    private final Answers answers;
    private final HoldPages pages;
    private final CommandId target = new CommandId();
    private final Outcome outcome = new Outcome();
    private final HoldImage image = new HoldImage();

    Reads(Counters counters, Holds holds, Outcomes outcomes, Answers answers) {
        this.counters = counters;
        this.holds = holds;
        this.outcomes = outcomes;
        this.answers = answers;
        pages = new HoldPages(holds, answers);
    }

    /** @param rules in force, null before the first */
    void run(ReadView read, Rules rules, long sequence, long logTime, Effects out) {
        answers.begin(out, read, sequence, logTime);
        Verdict fault = read.fault();
        if (fault == Verdict.OK && rules != null && read.keyCount() > rules.readKeysMax()) {
            fault = Verdict.MALFORMED;
        }
        if (fault != Verdict.OK) {
            answers.refuse(fault, outcomes.horizon());
            return;
        }
        switch (ReadKind.get((short) read.kind())) {
            case COUNTERS -> answers.counters(read, counters);
            case HOLD -> hold(read);
            case COMMAND -> command(read);
            case HOLDS -> pages.page(read, outcomes.horizon());
            case NULL_VAL -> throw new IllegalStateException("no kind of read: " + read.kind());
        }
    }

    private void hold(ReadView read) {
        target.parse(read.bytes(), read.targetOffset(), read.targetLength(), read.tenant());
        int place = holds.find(target);
        if (place == Holds.NONE || !holds.read(place, image).isFor(read)) {
            answers.refuse(Verdict.NOT_FOUND, outcomes.horizon());
        } else {
            answers.read(image);
        }
    }

    private void command(ReadView read) {
        target.parse(read.bytes(), read.targetOffset(), read.targetLength(), read.tenant());
        if (outcomes.recall(target, outcome)) {
            answers.read(outcome);
        } else {
            boolean gone = target.time() != CommandId.NO_TIME && target.time() <= outcomes.horizon();
            answers.refuse(gone ? Verdict.ID_EXPIRED : Verdict.NOT_FOUND, outcomes.horizon());
        }
    }
}
