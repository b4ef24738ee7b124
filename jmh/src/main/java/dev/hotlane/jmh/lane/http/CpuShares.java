package dev.hotlane.jmh.lane.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How many cores each of some processes used since this was made, by the system's count of CPU time. One thread. */
public final class CpuShares {
    private final Map<String, Long> pids;
    private final Map<String, Duration> before;
    private final long begin = System.nanoTime();

    /** Begins to count for those processes, by name. */
    public CpuShares(Map<String, Long> pids) {
        this.pids = pids;
        before = times();
    }

    /** Begins to count. */
    public static CpuShares of(BenchLane lane) {
        return new CpuShares(pids(lane));
    }

    /** Ids of the processes: this one is the load generator. */
    public static Map<String, Long> pids(BenchLane lane) {
        Map<String, Long> pids = new LinkedHashMap<>();
        pids.put("generator", ProcessHandle.current().pid());
        lane.gateway().ifPresent(gateway -> pids.put("gateway", gateway.pid()));
        pids.put("broker", lane.stack().kafka().pid());
        pids.put("processor", lane.processor().process().pid());
        pids.put("mysqld", lane.stack().mysql().pid());
        return pids;
    }

    /** Cores used by each since then: 1.0 is one core all the time. */
    public Map<String, Double> cores() {
        double nanos = System.nanoTime() - begin;
        Map<String, Double> cores = new LinkedHashMap<>();
        times().forEach((name, time) ->
                cores.put(name, time.minus(before.get(name)).toNanos() / nanos));
        return cores;
    }

    /** For people. */
    public static String text(Map<String, Double> cores) {
        return cores.entrySet().stream()
                .map(share -> String.format(Locale.ROOT, "%s %.2f", share.getKey(), share.getValue()))
                .collect(Collectors.joining(", "));
    }

    private Map<String, Duration> times() {
        Map<String, Duration> times = new LinkedHashMap<>();
        pids.forEach((name, pid) -> times.put(
                name,
                ProcessHandle.of(pid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElse(Duration.ZERO)));
        return times;
    }
}
