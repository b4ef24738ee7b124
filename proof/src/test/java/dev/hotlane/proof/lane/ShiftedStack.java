package dev.hotlane.proof.lane;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.proof.faults.clock.ShiftedClock;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A stack of its own, with a broker whose clock can be shifted, for all tests of a JVM that take a {@link
 * ShiftedStack.Running}. One test at a time.
 */
final class ShiftedStack implements ParameterResolver {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(ShiftedStack.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Running.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, HERE)
                .computeIfAbsent("stack", key -> start(), Running.class);
    }

    private static Running start() {
        DevStackSettings usual = DevStackSettings.temporary();
        // Beside the stack's directory: a stack requires an empty one.
        Path beside = usual.directory().resolveSibling(usual.directory().getFileName() + "-clock");
        ShiftedClock clock = ShiftedClock.ofBroker(beside);
        String classPath = clock.classes() + File.pathSeparator + usual.home().kafkaJars() + "/*";
        // The controller batches its own records by the wall clock: set back meanwhile, it would wait that much longer.
        DevStackSettings shifted = usual.withKafkaFlags("-Xms128m", "-Xmx256m", "-cp", classPath)
                .withKafkaProperty("controller.quorum.append.linger.ms", "0")
                .withKafkaProperty("metadata.max.idle.interval.ms", "0");
        return new Running(DevStack.start(shifted), clock, beside, new AtomicInteger());
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param broker the broker's clock; a test that shifts it also mends it */
    record Running(DevStack stack, ShiftedClock broker, Path clockFiles, AtomicInteger lanes) implements AutoCloseable {

        /** A lane for one test, with a window of that size. */
        WholeLane lane(int windowSize, Duration windowAge) {
            return new WholeLane(
                    Lane.create(stack, "clocks" + lanes.incrementAndGet()), WholeLane.rules(windowSize, windowAge));
        }

        @Override
        public void close() {
            stack.close();
            delete(clockFiles);
        }
    }
}
