package dev.hotlane.infra.node;

import dev.hotlane.gateway.view.MemoryFeed;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;

/**
 * The view of a node's gateway as its processor sees it.
 *
 * @param feed the way in for rows and packs
 */
record NodeView(MemoryFeed feed) implements OwnView {
    @Override
    public void row(byte[] key, int length, long value, long version, long held, long confirmed) {
        feed.row(key, length, value, version, held, confirmed);
    }

    @Override
    public void loaded(Meta cut, long topicHash) {
        feed.loaded(cut, topicHash);
    }

    @Override
    public boolean idle() {
        return feed.idle();
    }

    @Override
    public void take(ViewPack pack) {
        feed.take(pack);
    }
}
