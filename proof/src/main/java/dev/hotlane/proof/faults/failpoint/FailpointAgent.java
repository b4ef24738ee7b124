package dev.hotlane.proof.faults.failpoint;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Runs in a child JVM before its main method and puts a call at every {@link Point}. The argument names a file.
 * Whenever the file appears, its text sets a {@link Trap}, and the agent deletes the file to show that it is set. A
 * file that exists at the start takes effect before the program begins.
 */
public final class FailpointAgent {
    /** Of {@code CommandContext}: tenant and id as text, or the id alone. */
    static final String COMMAND_FIELD = "recordKey";

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private FailpointAgent() {}

    /** Called by the JVM. */
    public static void premain(String file, Instrumentation instrumentation) {
        AgentBuilder agent = new AgentBuilder.Default().with(AgentBuilder.TypeStrategy.Default.REDEFINE);
        for (Point point : Point.values()) {
            agent = agent.type(named(point.type()))
                    .transform((builder, type, loader, module, domain) -> instrumented(builder, point));
        }
        agent.installOn(instrumentation);
        Path path = Path.of(file);
        look(path);
        Thread thread = new Thread(() -> watch(path), "failpoint");
        thread.setDaemon(true);
        thread.start();
    }

    private static DynamicType.Builder<?> instrumented(DynamicType.Builder<?> builder, Point point) {
        Class<?> advice = switch (point.edge()) {
            case ENTER -> Entering.class;
            case EXIT -> Leaving.class;
            case COMMAND -> EnteringWithCommand.class;
        };
        return builder.visit(Advice.withCustomMapping()
                .bind(Name.class, point.name())
                .to(advice)
                .on(named(point.method()).and(takesArguments(point.parameters()))));
    }

    private static void watch(Path file) {
        while (true) {
            look(file);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static void look(Path file) {
        try {
            if (Files.exists(file)) {
                Trap.set(Trap.parse(Files.readString(file)));
                Files.delete(file);
            }
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("The failpoint file " + file + " could not be followed: " + e);
        }
    }

    /** Called from the instrumented code of the given point. */
    public static void pass(String point) {
        Trap.pass(Point.valueOf(point));
    }

    /** As {@link #pass(String)}, with an object whose field {@link #COMMAND_FIELD} is the command's record key. */
    public static void pass(String point, Object attempt) {
        try {
            Field key = attempt.getClass().getDeclaredField(COMMAND_FIELD);
            key.setAccessible(true);
            Trap.pass(Point.valueOf(point), (byte[]) key.get(attempt));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    attempt.getClass() + " has no field " + COMMAND_FIELD + ": mend the point " + point, e);
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    private @interface Name {}

    private static final class Entering {
        @Advice.OnMethodEnter
        static void enter(@Name String point) {
            FailpointAgent.pass(point);
        }
    }

    private static final class EnteringWithCommand {
        @Advice.OnMethodEnter
        static void enter(@Name String point, @Advice.Argument(0) Object attempt) {
            FailpointAgent.pass(point, attempt);
        }
    }

    private static final class Leaving {
        @Advice.OnMethodExit
        static void exit(@Name String point) {
            FailpointAgent.pass(point);
        }
    }
}
