package dev.hotlane.gateway.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.protocol.Meta;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class MemoryFeedTest {
    private final ViewTable table = new ViewTable();
    private final MemoryFeed feed = new MemoryFeed(table, () -> {});

    /**
     * Goal: a pack that is passed while thread view-table waits for a lock is applied. Method: a follower passes the
     * checkpoint between two steps, then uses up the permit of the unpark, as the wait for a lock does.
     */
    @Test
    void appliesWhatIsPassedWhileAStepUsesUpThePermit() {
        AtomicBoolean first = new AtomicBoolean(true);
        table.follow(new ViewFollower() {
            @Override
            public void loaded(ViewCut at) {}

            @Override
            public void applied(ViewCut at, Changed changed) {}

            @Override
            public void dropped() {}

            @Override
            public boolean between() {
                if (first.getAndSet(false)) {
                    Meta cut = new Meta();
                    cut.nextOffset = 1;
                    feed.loaded(cut, ScriptedPack.TOPIC);
                    LockSupport.park(this);
                }
                return false;
            }
        });
        feed.start(cause -> {});
        await().until(feed::idle);
        await().until(() -> table.cut() != null);
        assertThat(first).isFalse();
        feed.close();
    }
}
