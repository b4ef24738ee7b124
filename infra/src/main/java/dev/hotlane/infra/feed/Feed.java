package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.protocol.feed.FeedProgress;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes a lane's changes, or stands by while another process does. Each {@link #step} polls, applies and publishes
 * once. Every feed starts as a standby; it publishes after a second of silence in the progress topic, from the committed
 * position on. One thread, beside that of the {@link FeedPublisher}; any thread may read the status.
 */
public final class Feed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Feed.class);

    private final FeedPorts ports;
    private final FeedPace pace;
    private final FeedStatus status;
    private final FeedSilence silence;
    private final FeedPublisher publisher;
    private FeedSource.Loaded loaded;
    private FeedFollower follower;
    private FeedProgress position;
    private boolean gap;
    private boolean stale;
    private boolean checked;
    private long publishingSince;
    private long committed;
    private long saved;

    Feed(FeedPorts ports, FeedSilence silence, FeedStatus status) {
        this.ports = ports;
        pace = ports.pace();
        this.status = status;
        this.silence = silence;
        publisher = ports.publisher();
    }

    /** Reads the position and loads a state; throws a HaltReason if it must not start. Before the first step. */
    public void start() {
        position = ports.topics().readToEnd();
        load();
        silence.restart(now());
    }

    private void load() {
        status.loading();
        if (loaded != null) {
            loaded.input().close();
        }
        ports.scope().require(position);
        loaded = ports.source().load(position);
        follower = loaded.follower();
        gap = false;
        stale = false;
        checked = false;
        saved = now();
        log.info("the feed begins with {}, at sequence {}", loaded.name(), follower.first());
        if (loaded.fresh()) {
            ports.files().save(follower);
        }
        moved();
        status.role(FeedStatus.Role.STANDBY);
    }

    /** One round: what the log has, what the other feed has published, what is to be published. */
    public void step() {
        try {
            boolean publishing = status.role() == FeedStatus.Role.PUBLISHING;
            boolean wanted = follower.provedRecords() <= pace.aheadMax();
            follower.apply(loaded.input().poll(wanted));
            if (publishing) {
                publish();
            } else {
                standBy();
            }
        } catch (LateSkipException | OffsetOutOfRangeException e) {
            log.warn("the feed loads again: {}", e.getMessage());
            if (e instanceof LateSkipException late && follower.beganWith(late.skipped())) {
                ports.source().reject(loaded, position);
            }
            retire();
            stale = true;
        }
        if (stale) {
            load();
        }
        status.position(upTo(), follower.next() - 1, lag());
    }

    private long lag() {
        long end = follower.base() + loaded.input().end();
        return Math.max(0, end - 1 - (position == null ? follower.first() - 1 : position.upTo()));
    }

    private void standBy() {
        long now = now();
        if (ports.topics().poll()) {
            silence.restart(now);
            if (ports.topics().position().follows(position)) {
                position = ports.topics().position();
                ports.scope().require(position);
                checked = false;
                moved();
            }
        } else {
            silence.look(now, ports.topics().answered());
        }
        if (check() && silence.over(now) && (!follower.continues(position) || follower.next() > upTo())) {
            takeOver();
        }
    }

    /** The position has moved: drops what is published; a restart must not need what the log no longer keeps. */
    private void moved() {
        if (!follower.continues(position)) {
            return;
        }
        follower.published(upTo());
        boolean passed = position != null
                && ports.files().newest().map(FeedFiles.Saved::next).orElse(-1L) < position.keepFrom();
        if (passed && follower.next() > position.keepFrom()) {
            save();
        }
        ports.files().sweep(upTo());
    }

    private long upTo() {
        return position == null ? -1 : position.upTo();
    }

    /**
     * Compares the digests once the state has reached the position; false if it was another one. Then a load begins, unless the
     * log goes on: a SKIP between the position and its proof may be why.
     */
    private boolean check() {
        if (checked || position == null || !follower.continues(position) || follower.next() <= position.upTo()) {
            return true;
        }
        checked = follower.agrees(position.upTo(), position.digest());
        if (!checked && follower.hasProofOf(position.upTo())) {
            log.warn("{} has another digest than the position {}: it is not used", loaded.name(), position.upTo());
            ports.source().reject(loaded, position);
            retire();
            stale = true;
        }
        return checked;
    }

    private void takeOver() {
        try {
            publisher.fence();
            position = ports.topics().readToEnd();
            ports.scope().require(position);
            publisher.continues(ports.topics());
        } catch (KafkaException e) {
            log.warn("the feed can't publish yet: {}", e.toString());
            retire();
            return;
        }
        checked = false;
        gap = !follower.continues(position);
        if (gap) {
            log.warn("the feed has no state at {}: it publishes a gap", upTo());
            follower.capture();
        } else {
            follower.published(upTo());
        }
        publishingSince = now();
        committed = publishingSince - pace.repeatNanos();
        status.role(FeedStatus.Role.PUBLISHING);
    }

    private void publish() {
        if (publisher.isRunning()) {
            return;
        }
        try {
            publisher.reached().ifPresent(this::moveTo);
            if (check()) {
                publishNext();
            }
        } catch (KafkaException e) {
            failed(e);
        }
    }

    private void publishNext() {
        boolean behind = !gap && follower.next() <= upTo();
        FeedCut cut = behind ? null : follower.take(pace.cutMax());
        long now = now();
        if (cut != null) {
            write(cut);
        } else if (position != null && now - committed >= pace.repeatNanos()) {
            position = publisher.writer().repeat(position, gap ? position.keepFrom() : keepFrom(upTo()));
            committed(now);
        }
    }

    private void write(FeedCut cut) {
        FeedWriter.Frame frame = new FeedWriter.Frame(
                keepFrom(cut.upTo), follower.base(), follower.log().topicId(), ports.scope());
        if (gap) {
            FeedProgress behind = publisher.writer().gap(cut, position, frame);
            status.gap();
            gap = false;
            moveTo(behind);
            return;
        }
        publisher.begin(cut, frame);
        if (!publisher.isRunning()) {
            publisher.reached().ifPresent(this::moveTo);
        }
    }

    private void failed(KafkaException fault) {
        FeedCut cut = publisher.failed();
        if (cut != null) {
            follower.giveBack(cut);
        }
        if (FeedOutput.isFence(fault)) {
            silence.fenced(now());
            status.fenced();
            log.info("another feed publishes, this one waits {} ms", silence.waitNanos() / 1_000_000);
        } else {
            log.warn("a transaction may have failed, the position is read again: {}", fault.toString());
        }
        retire();
    }

    private void moveTo(FeedProgress reached) {
        position = reached;
        checked = true;
        follower.published(upTo());
        long now = now();
        committed(now);
        if (now - saved >= pace.saveNanos()) {
            save();
        }
        silence.published(now - publishingSince);
    }

    private void committed(long now) {
        committed = now;
        status.committed();
        ports.files().sweep(upTo());
    }

    private long keepFrom(long upTo) {
        return ports.files().usable(upTo).map(FeedFiles.Saved::next).orElse(follower.first());
    }

    private void save() {
        ports.files().save(follower);
        saved = now();
    }

    /** Becomes a standby; the outcome of an open transaction is another's to find. */
    private void retire() {
        publisher.close();
        // What was collected for a gap continues no position.
        stale |= gap;
        checked = false;
        silence.restart(now());
        status.role(FeedStatus.Role.STANDBY);
    }

    private long now() {
        return ports.nanos().getAsLong();
    }

    /** Whether it has applied all that the log was seen to have. */
    boolean isAtEnd() {
        return follower.next() >= follower.base() + loaded.input().end();
    }

    /** Offset behind the position, for display; -1 for none in this log. */
    long shownOffset() {
        return position != null && follower.continues(position) ? position.upTo() - position.base() + 1 : -1;
    }

    /** Figures; any thread. */
    public FeedStatus status() {
        return status;
    }

    @Override
    public void close() {
        publisher.close();
        if (loaded != null) {
            loaded.input().close();
        }
        ports.topics().close();
    }
}
