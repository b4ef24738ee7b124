package dev.hotlane.infra.stack;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One real stack for all integration tests of a test JVM: `@ExtendWith(RealStack.class)`, and a test or constructor
 * takes a {@link Stack} or a {@link Lane}. The stack starts at the first use and stops after the last test of the
 * launcher's session: a JVM that is given its classes one by one runs each as a request of its own. A lane has names that
 * no other parameter of that JVM gets.
 *
 * <p>`-Dstack=containers` runs it in containers, if there is a Docker here; else it is the {@link DevStack}, which a
 * test about that very class takes by its own name.
 */
public final class RealStack implements ParameterResolver {

    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(RealStack.class);
    private static final Set<String> NAMES_GIVEN = ConcurrentHashMap.newKeySet();
    /** How long a test waits for a condition that names no time: real processes are slow on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static {
        Awaitility.setDefaultTimeout(PATIENCE);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Stack.class || type == Lane.class || type == DevStack.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (type == DevStack.class) {
            return embedded(context);
        }
        return type == Lane.class ? lane(asked(context), context) : asked(context);
    }

    private static Stack asked(ExtensionContext context) {
        String kind = System.getProperty("stack", "embedded");
        return switch (kind) {
            case "embedded" -> embedded(context);
            case "containers" ->
                ContainerStack.possible() ? once(context, kind, ContainerStack::start) : embedded(context);
            default -> throw new IllegalArgumentException("-Dstack=" + kind + ": expected embedded or containers.");
        };
    }

    private static Stack embedded(ExtensionContext context) {
        // In a test's broker the second compiler takes more CPU time than its code saves.
        DevStackSettings settings = DevStackSettings.temporary().withKafkaFlags("-XX:TieredStopAtLevel=1");
        return once(context, "embedded", () -> DevStack.start(settings));
    }

    private static Stack once(ExtensionContext context, String kind, Supplier<Stack> start) {
        return context.getStore(StoreScope.LAUNCHER_SESSION, HERE)
                .computeIfAbsent(kind, key -> new Running(start.get()), Running.class)
                .stack();
    }

    private static Lane lane(Stack stack, ExtensionContext context) {
        String base = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
        String name = base;
        for (int i = 2; !NAMES_GIVEN.add(name); i++) {
            name = base + i;
        }
        return Lane.create(stack, name);
    }

    private record Running(Stack stack) implements AutoCloseable {
        @Override
        public void close() {
            stack.close();
        }
    }
}
