package dev.hotlane.processor.status;

import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.status.StatusServer.Answer;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.host.ReadyQuery;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;
import dev.hotlane.protocol.process.HeapSize;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The pages of the processor's own HTTP port. */
public final class StatusPages {
    private final BooleanSupplier healthy;
    private final BooleanSupplier ready;
    private final BooleanSupplier selfReady;
    private final Supplier<ProcessorStatus> status;
    private final Meters meters;
    private final Heap heap;
    private final OwnGateway own;

    /**
     * The heap of this process.
     *
     * @param headroom what is free of it
     * @param share what it has besides the state: an operator compares it with RULES
     */
    public record Heap(HeapHeadroom headroom, HeapShare share) {}

    /**
     * The pages of one process.
     *
     * @param selfReady whether it stands ready, whatever the lane does
     * @param status supplies null until the checkpoint is loaded
     * @param own the gateway of this process, whose figures are shown too
     */
    public StatusPages(
            BooleanSupplier healthy,
            BooleanSupplier ready,
            BooleanSupplier selfReady,
            Supplier<ProcessorStatus> status,
            Meters meters,
            Heap heap,
            OwnGateway own) {
        this.healthy = healthy;
        this.ready = ready;
        this.selfReady = selfReady;
        this.status = status;
        this.meters = meters;
        this.heap = heap;
        this.own = own;
    }

    /** Registers the pages at the server, before it is started. */
    public void serve(StatusServer server) {
        server.bind(meters::gauge);
        server.answerAll("/healthz", () -> Answer.state(healthy.getAsBoolean(), "healthy"));
        server.answerQuery("/readyz", this::readiness);
        server.answer("/metrics", () -> Answer.metrics(ScrapeJoin.join(meters.scrape(), own.metrics())));
        server.answer("/v1/stats", this::stats);
        server.answer("/v1/status", this::status);
    }

    private Answer readiness(String query) {
        try {
            boolean self = ReadyQuery.ofSelf(query);
            return Answer.state(self ? selfReady.getAsBoolean() : ready.getAsBoolean(), "ready");
        } catch (IllegalArgumentException e) {
            return Answer.refusal(400, e.getMessage());
        }
    }

    private Answer stats() {
        JsonLine out = new JsonLine().begin();
        meters.writeStats(out);
        ProcessorStatus now = status.get();
        if (now != null) {
            out.put("lane", now.lane()).put("incarnation", now.incarnation());
        }
        String gateway = own.stats();
        if (gateway != null) {
            out.putRaw("gateway", gateway);
        }
        return Answer.json(200, out.end());
    }

    private Answer status() {
        ProcessorStatus now = status.get();
        JsonLine out = new JsonLine().begin();
        out.put("version", Build.THIS.version()).put("commit", Build.THIS.commit());
        out.put("formatMax", Rules.KNOWN_FORMAT_MAX).put("heapMaxBytes", HeapSize.bytes());
        out.put("heapViewed", heap.share.viewed()).put("heapOtherBytes", heap.share.otherBytes());
        out.beginObject("heap")
                .put("headroomBytes", heap.headroom.bytes())
                .put("maxBytes", heap.headroom.max())
                .endObject();
        if (now == null) {
            return Answer.json(503, out.put("role", "loading").end());
        }
        now.writeTo(out);
        return Answer.json(200, out.end());
    }
}
