package dev.hotlane.jmh.reads;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** CPU time that processes and their children used since this was made. One thread. */
final class CpuTime {
    private static final double NANOS_PER_MICRO = 1e3;

    private final List<Long> pids;
    private final Duration before;

    /** @param pids of processes of which none is a child of another */
    CpuTime(List<Long> pids) {
        this.pids = List.copyOf(pids);
        before = used();
    }

    private Duration used() {
        return pids.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** In microseconds. */
    double micros() {
        return used().minus(before).toNanos() / NANOS_PER_MICRO;
    }
}
