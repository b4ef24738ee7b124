package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.LaneReplay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks local answers. Every field is what the replay gives after the record at Hotlane-Offset. The offset is not below
 * the one that the call named. The view of a gateway never goes back, unless the log was rewritten. Every answer received
 * before the proven age has a record at or below the offset. Owned by one thread.
 */
final class LocalReadCheck {
    private final List<LocalAnswer> byOffset;
    private final CheckFindings findings;
    private final List<Long> rewritten = new ArrayList<>();
    private int replayed;

    LocalReadCheck(List<LocalAnswer> answers, CheckFindings findings) {
        byOffset = new ArrayList<>(answers);
        byOffset.sort(Comparator.comparingLong(LocalAnswer::offset));
        this.findings = findings;
    }

    /** The sequence of a record that an operator took out of the log: a view that had applied it may go back. */
    void skipped(long sequence) {
        rewritten.add(sequence);
    }

    /** Compares the answers whose offset is below {@code sequence}: the lane is as of the record before it. */
    void replayedTo(long sequence, LaneReplay lane) {
        while (replayed < byOffset.size() && byOffset.get(replayed).offset() < sequence) {
            LocalAnswer answer = byOffset.get(replayed++);
            RecordedAttempt attempt = answer.attempt();
            attempt.compared(ReadAnswers.localDifference(attempt.call(), lane, attempt.result()));
        }
    }

    /** Checks the rest, once each attempt has the sequence of its record. */
    void end(List<RecordedAttempt> attempts) {
        for (LocalAnswer answer : byOffset.subList(replayed, byOffset.size())) {
            findings.add(Kind.ANSWER, answer.attempt() + " is as of " + answer.offset() + ", past the end of the log");
        }
        for (LocalAnswer answer : byOffset) {
            if (answer.offset() < answer.minOffset()) {
                findings.add(Kind.MIN_OFFSET, answer.attempt() + " is as of " + answer.offset());
            }
        }
        ages(attempts);
        views();
    }

    /** Walks over all answers in the order of their receipt and keeps the greatest sequence so far. */
    private void ages(List<RecordedAttempt> attempts) {
        List<RecordedAttempt> byEnd = new ArrayList<>(attempts.stream()
                .filter(attempt -> attempt.endedNanos() >= 0 && attempt.provenSequence() >= 0)
                .toList());
        byEnd.sort(Comparator.comparingLong(RecordedAttempt::endedNanos));
        List<LocalAnswer> byProof = new ArrayList<>(byOffset);
        byProof.sort(Comparator.comparingLong(LocalAnswer::provenNanos));
        int next = 0;
        RecordedAttempt greatest = null;
        for (LocalAnswer answer : byProof) {
            while (next < byEnd.size() && byEnd.get(next).endedNanos() < answer.provenNanos()) {
                RecordedAttempt ended = byEnd.get(next++);
                greatest = greatest == null || ended.provenSequence() > greatest.provenSequence() ? ended : greatest;
            }
            if (greatest != null && greatest.provenSequence() > answer.offset()) {
                findings.add(
                        Kind.STALE,
                        answer.attempt() + " misses " + greatest + " at " + greatest.provenSequence()
                                + ", which was answered before its age");
            }
        }
    }

    private void views() {
        Map<String, List<LocalAnswer>> ofGateways = new HashMap<>();
        for (LocalAnswer answer : byOffset) {
            if (answer.fromView()) {
                ofGateways
                        .computeIfAbsent(answer.gateway(), first -> new ArrayList<>())
                        .add(answer);
            }
        }
        ofGateways.values().forEach(this::view);
    }

    /** Compares each answer of one view with the greatest offset that was answered before its call began. */
    private void view(List<LocalAnswer> answers) {
        List<LocalAnswer> byEnd = new ArrayList<>(answers);
        byEnd.sort(Comparator.comparingLong(LocalAnswer::answeredNanos));
        List<LocalAnswer> bySent = new ArrayList<>(answers);
        bySent.sort(Comparator.comparingLong(LocalAnswer::sentNanos));
        int next = 0;
        LocalAnswer greatest = null;
        for (LocalAnswer answer : bySent) {
            while (next < byEnd.size() && byEnd.get(next).answeredNanos() < answer.sentNanos()) {
                LocalAnswer before = byEnd.get(next++);
                greatest = greatest == null || before.offset() > greatest.offset() ? before : greatest;
            }
            if (greatest != null && answer.offset() < greatest.offset() && !isRewritten(greatest.offset())) {
                findings.add(
                        Kind.VIEW_WENT_BACK,
                        answer.attempt() + " is as of " + answer.offset() + ", after " + greatest.attempt());
            }
        }
    }

    private boolean isRewritten(long offset) {
        return rewritten.stream().anyMatch(sequence -> sequence <= offset);
    }

    /** Number of answers from views. */
    long fromView() {
        return byOffset.stream().filter(LocalAnswer::fromView).count();
    }

    /** Number of local answers that the lane gave. */
    long fromLane() {
        return byOffset.size() - fromView();
    }

    /** Greatest age of an answer, in ms; 0 for none. */
    long oldestMs() {
        return byOffset.stream().mapToLong(LocalAnswer::staleMs).max().orElse(0);
    }
}
