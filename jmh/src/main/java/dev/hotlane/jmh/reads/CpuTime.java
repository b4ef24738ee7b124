package dev.hotlane.jmh.reads;

import java.time.Duration;
import java.util.stream.Stream;

/** CPU time that a process and its children used since this was made. One thread. */
final class CpuTime {
    private static final double NANOS_PER_MICRO = 1e3;

    private final long pid;
    private final Duration before;

    CpuTime(long pid) {
        this.pid = pid;
        before = used();
    }

    private Duration used() {
        return ProcessHandle.of(pid).stream()
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** In microseconds. */
    double micros() {
        return used().minus(before).toNanos() / NANOS_PER_MICRO;
    }
}
