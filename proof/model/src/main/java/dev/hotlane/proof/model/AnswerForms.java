package dev.hotlane.proof.model;

import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelAnswer.Refusal;
import dev.hotlane.proof.model.ModelAnswer.Result;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import java.util.List;

/** Makes the answers of a lane as of its log time. Belongs to one thread. */
record AnswerForms(LaneModel lane) {
    /** The record did nothing; the answer names the horizon. */
    ModelAnswer refused(Verdict verdict, long own) {
        return rejected(verdict, new Refusal(Refusal.NO_OP, 0, 0, 0, lane.window.horizon()), own);
    }

    ModelAnswer rejected(Verdict verdict, Refusal why, long own) {
        return answer(verdict, why, own, List.of(), List.of(), List.of(), "");
    }

    ModelAnswer done(List<Result> results, List<Hold> holds, long own) {
        return answer(Verdict.OK, null, own, results, List.of(), holds, "");
    }

    ModelAnswer counters(List<Counter> counters, long own) {
        return answer(Verdict.OK, null, own, List.of(), counters, List.of(), "");
    }

    ModelAnswer page(List<Hold> holds, String cursor, long own) {
        return answer(Verdict.OK, null, own, List.of(), List.of(), holds, cursor);
    }

    /** An answer once more, to a later record. */
    ModelAnswer again(ModelAnswer told, boolean stored, long own) {
        return told.told(true, stored, own, lane.clock.time());
    }

    /** The answer of another command that this record decides, to this record. */
    ModelAnswer ofAnother(ModelAnswer told, long own) {
        return told.told(false, true, own, lane.clock.time());
    }

    private ModelAnswer answer(
            Verdict verdict,
            Refusal why,
            long own,
            List<Result> results,
            List<Counter> counters,
            List<Hold> holds,
            String cursor) {
        long time = lane.clock.time();
        return new ModelAnswer(verdict, false, false, own, time, own, time, why, results, counters, holds, cursor);
    }
}
