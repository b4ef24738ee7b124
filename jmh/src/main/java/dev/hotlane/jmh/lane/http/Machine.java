package dev.hotlane.jmh.lane.http;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The machine that figures come from, in a line. Any thread. */
public final class Machine {
    private Machine() {}

    /** Processor, cores, memory, system, JVM, and how busy it was when asked. */
    public static String line() {
        return String.format(
                Locale.ROOT,
                "%s, %d cores, %s, %s %s, %s %s, load average %.1f",
                processor(),
                Runtime.getRuntime().availableProcessors(),
                memory(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("java.vm.name"),
                System.getProperty("java.vm.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    private static String processor() {
        return field(Path.of("/proc/cpuinfo"), "model name", System.getProperty("os.arch"));
    }

    private static String memory() {
        String kilobytes = field(Path.of("/proc/meminfo"), "MemTotal", "");
        return kilobytes.isEmpty()
                ? "memory unknown"
                : Math.round(Long.parseLong(kilobytes.replaceAll("\\D", "")) / 1024.0 / 1024.0) + " GiB";
    }

    private static String field(Path file, String name, String otherwise) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
