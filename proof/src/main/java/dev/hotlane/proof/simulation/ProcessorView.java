package dev.hotlane.proof.simulation;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.processor.view.ViewStage;
import dev.hotlane.processor.view.ViewTopic;

/** The thread view of one run of a processor: the product's stage and sinks, in steps. */
final class ProcessorView {
    /** Half of the product's nap, as other times are shorter here, too. */
    private static final long NAP_NANOS = 2_000_000;

    private final ProcessorRun run;
    private final World world;
    private final ViewPorts ports;
    private ViewStage stage;
    private long collected;
    private long napAt;

    ProcessorView(ProcessorRun run, long from) {
        this.run = run;
        world = run.place.world;
        collected = from;
        SimViews views = world.views;
        if (views == null) {
            ports = ViewPorts.NONE;
            return;
        }
        SimGateway gateway = run.place.gateway();
        OwnView own = gateway == null ? OwnView.NONE : new SimOwnView(gateway.view());
        ViewTopic topic = new ViewTopic(SimProducer.of(run.wires::sendPack, run.waits::stateWaits), SimViews.TOPIC);
        ports = new ViewPorts(own, topic, SimViews.TOPIC_HASH);
        ports.load(run.begun.state(), run.begun.cut());
    }

    ViewPorts ports() {
        return ports;
    }

    void runs(ViewStage made) {
        stage = made;
    }

    /** Offset of the next record to collect; without a view none is waited for. */
    long collected() {
        return stage == null ? Long.MAX_VALUE : collected;
    }

    /** Collects the changes of one batch. */
    boolean collect() {
        long last = run.ring.handedOn(collected, run.applied(), world.views.chance);
        if (last < collected || run.place.viewFaults.lags()) {
            return false;
        }
        while (collected <= last) {
            Slot slot = run.ring.slot(collected);
            collected++;
            stage.onEvent(slot, slot.offset, slot.offset == last);
        }
        return true;
    }

    /** A nap, at most one in {@link #NAP_NANOS}: packs leave at its end. */
    boolean nap() {
        if (world.now() < napAt || run.place.viewFaults.lags()) {
            return false;
        }
        napAt = world.now() + NAP_NANOS;
        stage.onTimeout(collected - 1);
        return true;
    }
}
