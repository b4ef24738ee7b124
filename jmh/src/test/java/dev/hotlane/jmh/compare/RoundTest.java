package dev.hotlane.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.peers.MemoryPeer;
import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerFront;
import io.vertx.core.Future;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Peers that lie, each in a way of its own, behind the real front and under the real load. */
class RoundTest {
    private static final Duration RUN = Duration.ofMillis(100);

    @Test
    void findsTheTotalOfAnHonestPeerRight() throws Exception {
        try (InProcess peer = new InProcess(new MemoryPeer(), true)) {
            Round round = new Round(peer);
            round.probe();
            LoadResult result = round.run(4, 0, Duration.ZERO, RUN);
            assertThat(result.all().ok()).isPositive();
            assertThat(result.all().total()).isEqualTo(result.all().ok());
        }
    }

    @Test
    void catchesAPeerThatTakesMoreThanItSold() throws Exception {
        refuses(new MemoryPeer() {
            @Override
            protected PeerAnswer sell(PeerCommand command) {
                super.sell(command);
                return super.sell(command);
            }
        });
    }

    @Test
    void catchesAPeerThatLosesASaleThatItAnswered() throws Exception {
        refuses(new MemoryPeer() {
            @Override
            protected PeerAnswer sell(PeerCommand command) {
                PeerAnswer answer = super.sell(command);
                if (units.get(command.key()) % 10 == 0) {
                    units.merge(command.key(), 1L, Long::sum);
                }
                return answer;
            }
        });
    }

    @Test
    void catchesAPeerThatSellsMoreThanThereIs() throws Exception {
        refuses(new MemoryPeer() {
            @Override
            protected PeerAnswer sell(PeerCommand command) {
                return PeerAnswer.sold(units.merge(command.key(), -command.units(), Long::sum));
            }
        });
    }

    @Test
    void catchesAPeerThatSellsTheSameIdTwice() throws Exception {
        Peer forgetful = new MemoryPeer() {
            @Override
            public Future<PeerAnswer> handle(PeerCommand command) {
                return Future.succeededFuture(sell(command));
            }
        };
        try (InProcess peer = new InProcess(forgetful, true)) {
            assertThatThrownBy(new Round(peer)::probe)
                    .isInstanceOf(WrongTotalException.class)
                    .hasMessageContaining("made again");
        }
        try (InProcess peer = new InProcess(forgetful, false)) {
            new Round(peer).probe();
        }
    }

    @Test
    void catchesAPeerThatSellsNothing() throws Exception {
        refuses(new MemoryPeer() {
            @Override
            protected PeerAnswer sell(PeerCommand command) {
                return PeerAnswer.BUSY;
            }
        });
    }

    @Test
    void catchesAPeerThatRefusesWhatItHas() throws Exception {
        refuses(new MemoryPeer() {
            private int calls;

            @Override
            protected PeerAnswer sell(PeerCommand command) {
                return ++calls % 10 == 0 ? PeerAnswer.SOLD_OUT : super.sell(command);
            }
        });
    }

    @Test
    void catchesAPeerThatOftenCannotTell() throws Exception {
        refuses(new MemoryPeer() {
            private int calls;

            @Override
            public Future<PeerAnswer> handle(PeerCommand command) {
                return ++calls % 10 == 0 ? Future.failedFuture("as the test wants it") : super.handle(command);
            }
        });
    }

    @Test
    void doesNotTakeABusyRepeatForALostSale() throws Exception {
        Peer busy = new MemoryPeer() {
            private int calls;

            @Override
            public Future<PeerAnswer> handle(PeerCommand command) {
                return ++calls > 60 && calls % 5 == 0 ? Future.succeededFuture(PeerAnswer.BUSY) : super.handle(command);
            }
        };
        try (InProcess peer = new InProcess(busy, true)) {
            new Round(peer).probe();
        }
    }

    private static void refuses(Peer liar) throws Exception {
        try (InProcess peer = new InProcess(liar, true)) {
            Round round = new Round(peer);
            assertThatThrownBy(() -> {
                        round.probe();
                        round.run(4, 0, Duration.ZERO, RUN);
                    })
                    .isInstanceOf(WrongTotalException.class);
        }
    }

    /** A peer behind its front, in this JVM. */
    private static final class InProcess implements Contestant {
        private final PeerFront front;
        private final boolean idempotent;

        InProcess(Peer peer, boolean idempotent) throws Exception {
            front = PeerFront.start(0, vertx -> peer);
            this.idempotent = idempotent;
        }

        @Override
        public String code() {
            return "test";
        }

        @Override
        public String title() {
            return "a peer of the test";
        }

        @Override
        public boolean isIdempotent() {
            return idempotent;
        }

        @Override
        public boolean sellsOut() {
            return true;
        }

        @Override
        public boolean usesMySql() {
            return false;
        }

        @Override
        public Duration warmUp(Duration oneJvm) {
            return Duration.ZERO;
        }

        @Override
        public void start() {}

        @Override
        public int port() {
            return front.port();
        }

        @Override
        public void close() {
            front.close();
        }
    }
}
