package dev.hotlane.jmh.reads;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.gateway.settings.PeerLimit;
import java.util.ArrayList;
import java.util.List;

/** Several gateways with few product cards each, in one JVM, so that a small machine has room for them. */
public final class GatewayGroup {
    private static final long PRODUCER_MEMORY = 8L << 20;

    private GatewayGroup() {}

    /**
     * Arguments: the Kafka brokers, the lane, the first reply partition, bytes of cards for each gateway, and their
     * ports with commas. Runs until it is killed.
     */
    public static void main(String[] args) {
        List<Gateway> gateways = new ArrayList<>();
        CardSettings cards = CardSettings.OFF.withMode(CardMode.HOT).withBytesMax(Long.parseLong(args[3]));
        int partition = Integer.parseInt(args[2]);
        for (String port : args[4].split(",")) {
            LaneSettings lane =
                    LaneSettings.of(args[0], partition++).withName(args[1]).withProducerMemory(PRODUCER_MEMORY);
            GatewaySettings usual = GatewaySettings.of(args[0], 0, Integer.parseInt(port));
            gateways.add(Gateway.start(usual.withLimits(usual.limits().withPeers(PeerLimit.NONE))
                    .withLane(lane)
                    .withCards(cards)));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> gateways.forEach(Gateway::close)));
    }
}
