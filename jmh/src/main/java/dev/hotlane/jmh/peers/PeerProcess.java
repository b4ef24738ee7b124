package dev.hotlane.jmh.peers;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** A front with its peer as a process: until SIGTERM. */
public final class PeerProcess {
    private PeerProcess() {}

    /**
     * Arguments: the peer's code, the port to listen on, the JDBC URL, the MySQL user, the Kafka brokers, Redis' port,
     * the longest time for an answer in ms, and a directory that names the process as its owner's. The password is in
     * HOTLANE_MYSQL_PASSWORD.
     */
    public static void main(String[] args) throws Exception {
        PeerKind kind = PeerKind.valueOf(args[0].toUpperCase(Locale.ROOT));
        PeerPlace place = new PeerPlace(
                args[2],
                args[3],
                System.getenv("HOTLANE_MYSQL_PASSWORD"),
                args[4],
                Integer.parseInt(args[5]),
                Duration.ofMillis(Long.parseLong(args[6])));
        PeerFront front;
        try {
            front = PeerFront.start(Integer.parseInt(args[1]), vertx -> kind.open(vertx, place));
        } catch (Exception failed) {
            // Threads of a peer that is half open would keep this process.
            failed.printStackTrace();
            System.exit(1);
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            front.close();
            ended.countDown();
        }));
        ended.await();
    }
}
