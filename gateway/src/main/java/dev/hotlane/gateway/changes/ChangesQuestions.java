package dev.hotlane.gateway.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that wait for the thread that follows the topics. Any thread asks; each receiver is called once, on its executor. */
final class ChangesQuestions {
    private static final Logger log = LoggerFactory.getLogger(ChangesQuestions.class);
    private static final long WAIT_MAX_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final List<Question> open = new ArrayList<>();
    private boolean woken;
    private boolean closed;
    private long refusedUntil;
    private ChangesAnswer.State refusal;

    /** One call that waits. */
    private static final class Question {
        private final long sequence;
        private final Executor loop;
        private final Consumer<ChangesAnswer> receiver;
        private final long askedNanos = System.nanoTime();

        /** Behind the progress that must be read first; -1 before Kafka was asked. */
        private long progressEnd = -1;

        /** Behind the changes that must be read first. */
        private long changesEnd = -1;

        Question(long sequence, Executor loop, Consumer<ChangesAnswer> receiver) {
            this.sequence = sequence;
            this.loop = loop;
            this.receiver = receiver;
        }

        void answer(ChangesAnswer.State state, long tail) {
            loop.execute(() -> receiver.accept(new ChangesAnswer(state, tail)));
        }
    }

    /** Asks whether a sequence is reached. */
    synchronized void ask(long sequence, Executor loop, Consumer<ChangesAnswer> receiver) {
        Question question = new Question(sequence, loop, receiver);
        if (closed) {
            question.answer(ChangesAnswer.State.AWAY, -1);
            return;
        }
        if (refusal != null && System.nanoTime() - refusedUntil < 0) {
            question.answer(refusal, -1);
            return;
        }
        open.add(question);
        notifyAll();
    }

    /** Waits for a question, or {@link #wake}. */
    synchronized void await() throws InterruptedException {
        while (open.isEmpty() && !woken) {
            wait();
        }
    }

    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Answers each open question so. */
    synchronized void refuseAll(ChangesAnswer.State state) {
        open.forEach(question -> question.answer(state, -1));
        open.clear();
    }

    /** Answers each open question, and each later one, that the topics are away: no thread follows them any more. */
    synchronized void close() {
        closed = true;
        refuseAll(ChangesAnswer.State.AWAY);
    }

    /** Answers each question of the next time so, at once. */
    synchronized void refuseFor(long nanos, ChangesAnswer.State state) {
        refusedUntil = System.nanoTime() + nanos;
        refusal = state;
    }

    /** Answers those that can be answered now. Thread changes. */
    void answer(ChangesFollower follower, ChangesConsumer reader) {
        List<Question> all;
        synchronized (this) {
            refusal = null;
            if (open.isEmpty()) {
                return;
            }
            all = new ArrayList<>(open);
            open.clear();
        }
        all.removeIf(question -> answered(question, follower, reader));
        synchronized (this) {
            open.addAll(all);
        }
    }

    private static boolean answered(Question question, ChangesFollower follower, ChangesConsumer reader) {
        if (question.sequence <= Math.max(0, follower.tail())) {
            question.answer(ChangesAnswer.State.REACHED, follower.tail());
        } else if (isOver(question, follower, reader)) {
            question.answer(ChangesAnswer.State.FUTURE, follower.tail());
        } else if (System.nanoTime() - question.askedNanos > WAIT_MAX_NANOS) {
            question.answer(ChangesAnswer.State.AWAY, -1);
        } else {
            return false;
        }
        return true;
    }

    /**
     * Whether both topics were read to the ends that they had after the question, so that no answer is a guess: a transaction may
     * be visible among the changes before it is among the progress, and a reader ahead of this thread has sent its id then.
     */
    private static boolean isOver(Question question, ChangesFollower follower, ChangesConsumer reader) {
        if (question.progressEnd < 0) {
            try {
                question.changesEnd = reader.end(ChangesTopic.CHANGES);
                question.progressEnd = reader.end(ChangesTopic.PROGRESS);
            } catch (RuntimeException e) {
                // Kafka does not answer: it is asked again until the question is too old.
                log.debug("the ends of the feed's topics are not known now", e);
                return false;
            }
        }
        return reader.position(ChangesTopic.CHANGES) >= question.changesEnd
                && follower.counted(reader, question.progressEnd);
    }
}
