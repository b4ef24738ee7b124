package dev.hotlane.client;

import java.util.List;

/**
 * A transaction that is done.
 *
 * @param id the call's id
 * @param at place and time of the decision
 * @param results one per op, in order
 */
public record TransactionResult(String id, LogPoint at, List<OpResult> results) {
    static TransactionResult read(JsonFields body, String id, List<LaneOp> ops) {
        body.requireId(id);
        List<OpResult> results = body.list("results", OpResult::read);
        if (results.size() != ops.size()) {
            throw new ForeignAnswerException(results.size() + " results for " + ops.size() + " ops");
        }
        for (int i = 0; i < ops.size(); i++) {
            if (!ops.get(i).key().equals(results.get(i).key().orElse(null))) {
                throw new ForeignAnswerException("result " + i + " is of another key");
            }
        }
        return new TransactionResult(id, LogPoint.read(body), results);
    }
}
