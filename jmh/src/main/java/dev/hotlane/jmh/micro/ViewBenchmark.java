package dev.hotlane.jmh.micro;

import dev.hotlane.processor.view.OwnView;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;
import org.openjdk.jmh.annotations.Param;

/**
 * What the stage view costs a whole processor: with a view in memory that returns each pack at once, against none. A
 * gateway's table is not in it.
 */
public class ViewBenchmark extends WholeProcessorBenchmark {
    @Param({"false", "true"})
    public boolean view;

    @Override
    ViewPorts ports() {
        return view ? new ViewPorts(new Returned(), null, 1) : super.ports();
    }

    @Override
    void verifyPacks(long packs) {
        if (!view) {
            super.verifyPacks(packs);
        } else if (packs == 0) {
            throw new IllegalStateException("no pack passed to the view");
        }
    }

    /** A view that is done with each pack at once. */
    private static final class Returned implements OwnView {
        @Override
        public void row(byte[] key, int length, long value, long version, long held, long confirmed) {}

        @Override
        public void loaded(Meta cut, long topicHash) {}

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public void take(ViewPack pack) {}
    }
}
