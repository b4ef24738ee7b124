package dev.hotlane.gateway;

import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.http.DirectMemory;
import dev.hotlane.gateway.http.Parts;
import dev.hotlane.gateway.lane.KafkaClients;
import dev.hotlane.gateway.listing.CheckpointView;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.gateway.view.TopicFeed;
import dev.hotlane.protocol.TopicSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What fills the view of a gateway: the processor of its node, or MySQL and the view topic. Any thread. */
final class ViewFeeds implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ViewFeeds.class);

    private final MemoryFeed memory;
    private final TopicFeed topic;

    private ViewFeeds(MemoryFeed memory, TopicFeed topic) {
        this.memory = memory;
        this.topic = topic;
    }

    /** Of a gateway in a node, or of one that runs alone; none if the settings have no view. */
    static ViewFeeds of(Parts parts, boolean inNode) {
        GatewaySettings settings = parts.settings();
        LocalView view = parts.view().local();
        if (!settings.reads().view().on()) {
            return new ViewFeeds(null, null);
        }
        if (inNode) {
            MemoryFeed memory = new MemoryFeed(view.table(), view.proofs()::clear);
            return new ViewFeeds(memory.start(DirectMemory::endIfExhausted), null);
        }
        if (settings.mysql() == null) {
            log.warn("the view can't be loaded without a database: local reads go through the log");
            return new ViewFeeds(null, null);
        }
        TopicFeed topic = new TopicFeed(
                view.table(),
                new CheckpointView(settings.mysql()),
                KafkaClients.viewConsumer(
                        settings.lane().kafka(), settings.times().startMax()),
                TopicSpec.view(settings.lane().name()).name(),
                view.proofs()::clear,
                System::nanoTime);
        return new ViewFeeds(null, topic);
    }

    /** What the processor of a node fills the view by; null in a gateway that runs alone, or without a view. */
    MemoryFeed memory() {
        return memory;
    }

    /** Starts to read the view topic, if this gateway does. */
    void start() {
        if (topic != null) {
            topic.start(DirectMemory::endIfExhausted);
        }
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
        if (topic != null) {
            topic.close();
        }
    }
}
