package dev.hotlane.proof.simulation;

import dev.hotlane.processor.view.OwnView;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** The view of a node's gateway as its processor sees it. While a pack is applied, event loops read between its counters. */
record SimOwnView(SimView view) implements OwnView {
    @Override
    public void row(byte[] key, int length, long value, long version, long held, long confirmed) {
        view.memory().row(key, length, value, version, held, confirmed);
    }

    @Override
    public void loaded(Meta cut, long topicHash) {
        view.memory().loaded(cut, topicHash);
    }

    @Override
    public boolean idle() {
        return view.memory().idle();
    }

    @Override
    public void take(ViewPack pack) {
        view.memory().take(readWhileApplied(pack));
    }

    private ViewPack readWhileApplied(ViewPack pack) {
        return (ViewPack) Proxy.newProxyInstance(
                SimOwnView.class.getClassLoader(), new Class<?>[] {ViewPack.class}, (proxy, method, args) -> {
                    if (method.getName().equals("forEach")) {
                        pack.forEach(new Reading((ViewPack.Sink) args[0], view));
                        return null;
                    }
                    try {
                        return method.invoke(pack, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Passes each counter on, and lets an event loop read behind some. */
    private record Reading(ViewPack.Sink sink, SimView view) implements ViewPack.Sink {
        @Override
        public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
            sink.counter(key, length, value, version, held, confirmed);
            view.readNow();
        }

        @Override
        public void removed(byte[] key, int length) {
            sink.removed(key, length);
            view.readNow();
        }
    }
}
