package dev.hotlane.processor.view;

import dev.hotlane.processor.flow.Position;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A processor with a view in memory and one by topic; the test settles what it sends. */
final class ViewedProcess {
    static final long HASH = 77;

    final SimProcess process;
    final Truth truth = new Truth();
    final ModelView own = new ModelView(truth);
    final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    final Position viewed = new Position(0);
    final ViewStage stage;

    /** What reached the topic, in order. */
    final List<ViewRecord> topic;

    private int fed;
    private int settled;

    ViewedProcess(SimLog log) {
        this(log, new ArrayList<>());
    }

    ViewedProcess(SimLog log, List<ViewRecord> topic) {
        this.topic = topic;
        process = new SimProcess(log);
        ViewTopic sent = new ViewTopic(producer, "lane.view");
        stage = new ViewStage(new ViewPorts(own, sent, HASH), new Meta(), 0, viewed, () -> log.nanos);
    }

    /** Applies what is in the log, without a nap. */
    void apply() {
        process.step();
        while (fed < process.slots.size()) {
            next();
        }
    }

    /** Slots that are applied and not collected yet. */
    int uncollected() {
        return process.slots.size() - fed;
    }

    /** Collects one slot. */
    Slot next() {
        Slot slot = process.slots.get(fed++);
        truth.add(slot);
        stage.onEvent(slot, slot.offset, fed == process.slots.size());
        return slot;
    }

    void nap() {
        stage.onTimeout(fed - 1);
    }

    /** Applies what is in the log, then naps; the topic and the free view take everything. */
    void turn() {
        apply();
        nap();
        settleAll();
        nap();
        own.idle();
    }

    ViewedProcess untilLeading() {
        process.untilLeading();
        turn();
        return this;
    }

    int pending() {
        return producer.history().size() - settled;
    }

    void settleAll() {
        while (pending() > 0) {
            acknowledge();
        }
    }

    /** The topic takes the oldest record. */
    void acknowledge() {
        reached();
        settled++;
        producer.completeNext();
    }

    /** The oldest record fails, although it may have reached the topic. */
    void fail(boolean reached) {
        if (reached) {
            reached();
        }
        settled++;
        producer.errorNext(new TimeoutException("as the test wants it"));
    }

    private void reached() {
        topic.add(new ViewRecord().wrap(producer.history().get(settled).value()));
    }

    /** The range of the newest record sent. */
    ViewRecord newest() {
        List<?> sent = producer.history();
        return new ViewRecord().wrap(producer.history().get(sent.size() - 1).value());
    }
}
