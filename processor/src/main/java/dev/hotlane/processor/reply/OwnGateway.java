package dev.hotlane.processor.reply;

import dev.hotlane.protocol.HeapShare;
import java.time.Duration;

/**
 * The gateway in the same process, which takes its replies in memory. A partition alone does not name it: two gateways
 * may share one by mistake, and an earlier run of this gateway may have used it. Called on the thread reply.
 */
public interface OwnGateway {
    /** A process without a gateway: every reply goes to the reply topic. */
    OwnGateway NONE = new OwnGateway() {
        @Override
        public int partition() {
            return -1;
        }

        @Override
        public long incarnationHi() {
            return 0;
        }

        @Override
        public long incarnationLo() {
            return 0;
        }

        @Override
        public boolean handOver(byte[] record, Duration atMost) {
            throw new IllegalStateException("no gateway in this process");
        }
    };

    /** Its partition of the reply topic, -1 for none. */
    int partition();

    /** First half of its incarnation. */
    long incarnationHi();

    /** Second half of its incarnation. */
    long incarnationLo();

    /**
     * Hands over the value of a reply record, which must not change afterwards. Waits for room if the gateway is
     * behind. A gateway that is closed drops the record, as its callers are gone.
     *
     * @return false if there was no room within {@code atMost}; the record was not taken then
     */
    boolean handOver(byte[] record, Duration atMost);

    /** What it adds to the heap of a processor. Any thread. */
    default HeapShare heap() {
        return HeapShare.OF_A_PROCESSOR;
    }

    /** Whether its port is open and it is not leaving. Any thread. */
    default boolean open() {
        return true;
    }

    /** Its metrics in Prometheus' text format, empty for none. Any thread. */
    default String metrics() {
        return "";
    }

    /** Its figures as a JSON object, as {@code GET /v1/stats} returns them; null for none. Any thread. */
    default String stats() {
        return null;
    }

    /**
     * Whether its event loops run. A leader asks at each of its TICKs. False ends the process: its callers would get no
     * answer while the lane goes on.
     */
    default boolean running() {
        return true;
    }
}
