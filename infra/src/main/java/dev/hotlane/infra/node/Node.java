package dev.hotlane.infra.node;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.protocol.HeapShare;

/**
 * A processor and a gateway in one process. While the processor leads, replies to this gateway go to it in memory; all
 * other replies and every BEAT go by topic. Whether it leads or follows, it fills the gateway's view in memory, and the
 * gateway accepts commands. Any thread.
 */
public final class Node implements AutoCloseable {
    private final Gateway gateway;
    private final Processor processor;

    private Node(Gateway gateway, Processor processor) {
        this.gateway = gateway;
        this.processor = processor;
        gateway.needs(processor::standsReady);
    }

    /**
     * Starts both; returns once the gateway listens and the replay has begun. The gateway rejects calls with 503 until
     * the first BEAT of a leader, this node's or another one.
     *
     * @param halt ends the process, gateway included: its callers see closed connections, so their outcome is unknown
     * @throws dev.hotlane.processor.halt.HaltReason if the processor must not run, with the exit code to end with
     * @throws dev.hotlane.gateway.problem.GatewayException if the gateway can't serve
     */
    public static Node start(GatewaySettings gatewaySettings, ProcessorSettings processorSettings, Halt halt) {
        Node node = open(gatewaySettings, processorSettings, halt);
        try {
            node.listen();
            return node;
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** As {@link #start}, without the last step: no client can connect before {@link #listen}. */
    public static Node open(GatewaySettings gatewaySettings, ProcessorSettings processorSettings, Halt halt) {
        Processor.requireTopics(processorSettings);
        Gateway gateway = Gateway.openInNode(gatewaySettings);
        try {
            NodeGateway own = new NodeGateway(
                    gateway.localReplies(),
                    gateway::isOpen,
                    heap(gatewaySettings),
                    new NodeGateway.Pages(gateway.parts().metrics()::scrape, gateway.parts()::stats));
            OwnView view = gateway.ownView() == null ? OwnView.NONE : new NodeView(gateway.ownView());
            return new Node(gateway, Processor.start(processorSettings, halt, own, view));
        } catch (RuntimeException | Error e) {
            gateway.close();
            throw e;
        }
    }

    private static HeapShare heap(GatewaySettings settings) {
        CardSettings cards = settings.reads().cards();
        return new HeapShare(settings.reads().view().on(), cards.on() ? cards.bytesMax() : 0);
    }

    /** Opens the gateway's port for clients; throws GatewayException if it is taken. */
    public void listen() {
        gateway.listen();
    }

    /** The gateway of this node. */
    public Gateway gateway() {
        return gateway;
    }

    /** The processor of this node. */
    public Processor processor() {
        return processor;
    }

    /** The port of the gateway. */
    public int port() {
        return gateway.port();
    }

    /** Is not ready from now on, by either port; serves and leads until {@link #close}. */
    public void leave() {
        gateway.leave();
    }

    /**
     * Stops in this order: the gateway rejects new calls and finishes those in flight while the processor still leads;
     * the processor resigns, flushes and ends; the gateway closes. Each wait has a limit.
     */
    @Override
    public void close() {
        try {
            gateway.drain();
            processor.close();
        } finally {
            gateway.close();
        }
    }
}
