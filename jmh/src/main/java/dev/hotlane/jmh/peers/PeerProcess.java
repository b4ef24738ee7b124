package dev.hotlane.jmh.peers;

import dev.hotlane.jmh.peers.front.PeerFront;
import dev.hotlane.jmh.peers.front.PeerPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;

/** One or more peers, each behind a front of its own, as a process: until SIGTERM. */
public final class PeerProcess {
    /** In a JDBC URL, for the code of the peer whose database it is. */
    public static final String CODE = "{code}";

    private PeerProcess() {}

    /**
     * Arguments: the peers' codes, their ports to listen on and their Redis' ports, lists with commas; the JDBC URL with
     * {@value #CODE} in it, the MySQL user, the Kafka brokers, and the longest time for an answer in ms. The password is
     * in HOTLANE_MYSQL_PASSWORD.
     */
    public static void main(String[] args) throws Exception {
        List<PeerFront> fronts = new ArrayList<>();
        try {
            String[] codes = args[0].split(",");
            for (int i = 0; i < codes.length; i++) {
                PeerKind kind = PeerKind.valueOf(codes[i].toUpperCase(Locale.ROOT));
                PeerPlace place = new PeerPlace(
                        args[3].replace(CODE, codes[i]),
                        args[4],
                        System.getenv("HOTLANE_MYSQL_PASSWORD"),
                        args[5],
                        number(args[2], i),
                        Duration.ofMillis(Long.parseLong(args[6])));
                fronts.add(PeerFront.start(number(args[1], i), vertx -> kind.open(vertx, place)));
            }
        } catch (Exception e) {
            // Threads of a peer that is half open would keep this process.
            e.printStackTrace();
            System.exit(1);
            return;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            fronts.forEach(PeerFront::close);
            ended.countDown();
        }));
        ended.await();
    }

    private static int number(String list, int i) {
        return Integer.parseInt(list.split(",")[i]);
    }
}
