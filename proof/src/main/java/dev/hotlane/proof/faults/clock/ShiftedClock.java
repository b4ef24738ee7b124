package dev.hotlane.proof.faults.clock;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The wall clock of a child JVM, off this machine's by an amount that the test may change at any moment. The child's
 * class path begins with a class of the same name as the real clock. That class adds a number of ms from a mapped file.
 * Monotonic time stays right. Any thread.
 */
public final class ShiftedClock {
    /** The wall clock of a broker, and of the Kafka clients in any JVM. */
    private static final Twin KAFKA = new Twin("org/apache/kafka/common/utils/SystemTime", """
            package org.apache.kafka.common.utils;
            final class SystemTime implements Time {
                private static final SystemTime ONE = new SystemTime();
                $SHIFT
                public static SystemTime getSystemTime() { return ONE; }
                public long milliseconds() { return now(); }
                public long nanoseconds() { return System.nanoTime(); }
                public void sleep(long ms) { Utils.sleep(ms); }
                public void waitObject(Object on, java.util.function.Supplier<Boolean> done, long deadline)
                        throws InterruptedException {
                    synchronized (on) {
                        for (long now = now(); !done.get(); now = now()) {
                            if (now >= deadline) {
                                throw new org.apache.kafka.common.errors.TimeoutException("deadline passed");
                            }
                            on.wait(deadline - now);
                        }
                    }
                }
            }
            """);

    /** The wall clock of a processor: of its TICKs and of its comparison with the broker's time. */
    private static final Twin PROCESSOR = new Twin("dev/hotlane/processor/lead/Clocks", """
            package dev.hotlane.processor.lead;
            import java.util.function.LongSupplier;
            public record Clocks(LongSupplier wallMillis, LongSupplier nanos) {
                public static final Clocks SYSTEM = new Clocks(Clocks::now, System::nanoTime);
                $SHIFT
            }
            """);

    private static final String SHIFT = """
            private static final java.nio.ByteBuffer SHIFT = map();
                private static long now() { return System.currentTimeMillis() + SHIFT.getLong(0); }
                private static java.nio.ByteBuffer map() {
                    try (var file = java.nio.channels.FileChannel.open(java.nio.file.Path.of("$FILE"))) {
                        return file.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, 8)
                                .order(java.nio.ByteOrder.nativeOrder());
                    } catch (java.io.IOException e) {
                        throw new ExceptionInInitializerError(e);
                    }
                }
            """;

    private record Twin(String name, String source) {}

    private final Path classes;
    private final MappedByteBuffer shift;

    private ShiftedClock(Path directory, Twin... twins) {
        classes = directory.resolve("classes");
        Path file = directory.resolve("shift");
        try {
            Files.createDirectories(classes);
            Files.write(file, new byte[Long.BYTES]);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                shift = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
                shift.order(ByteOrder.nativeOrder());
            }
            for (Twin twin : twins) {
                Path source = directory.resolve("source").resolve(twin.name + ".java");
                Files.createDirectories(source.getParent());
                Files.writeString(source, twin.source.replace("$SHIFT", SHIFT.replace("$FILE", file.toString())));
                compile(source);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a broker. */
    public static ShiftedClock ofBroker(Path directory) {
        return new ShiftedClock(directory, KAFKA);
    }

    /** For a processor; its Kafka clients keep the right time. */
    public static ShiftedClock ofProcessor(Path directory) {
        return new ShiftedClock(directory, PROCESSOR);
    }

    /** For a processor and its Kafka clients. */
    public static ShiftedClock ofMachine(Path directory) {
        return new ShiftedClock(directory, PROCESSOR, KAFKA);
    }

    private void compile(Path source) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter words = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            boolean done = compiler.getTask(words, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!done) {
                throw new IllegalStateException(source + " does not compile: " + words);
            }
        }
    }

    /** Directory that must stand first on the child's class path. */
    public Path classes() {
        return classes;
    }

    /** Sets the difference from this machine's clock; negative for a clock that is behind. */
    public void shift(Duration by) {
        shift.putLong(0, by.toMillis());
    }

    /** Ends the difference. */
    public void mend() {
        shift(Duration.ZERO);
    }
}
