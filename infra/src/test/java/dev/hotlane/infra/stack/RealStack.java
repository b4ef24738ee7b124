package dev.hotlane.infra.stack;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One real stack for all integration tests of a test JVM: `@ExtendWith(RealStack.class)`, and a test or constructor
 * takes a {@link DevStack} or a {@link Lane}. The stack starts at the first use and stops after the last test. A lane
 * has names that no other parameter of the run gets.
 */
public final class RealStack implements ParameterResolver {

    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(RealStack.class);
    private static final Set<String> NAMES_GIVEN = ConcurrentHashMap.newKeySet();

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == DevStack.class || type == Lane.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        DevStack stack = context.getRoot()
                .getStore(HERE)
                .computeIfAbsent(
                        "stack", key -> new Running(DevStack.start(DevStackSettings.temporary())), Running.class)
                .stack();
        return parameter.getParameter().getType() == Lane.class ? lane(stack, context) : stack;
    }

    private static Lane lane(DevStack stack, ExtensionContext context) {
        String base = context.getRequiredTestClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        String name = base;
        for (int i = 2; !NAMES_GIVEN.add(name); i++) {
            name = base + i;
        }
        return Lane.create(stack, name);
    }

    private record Running(DevStack stack) implements AutoCloseable {
        @Override
        public void close() {
            stack.close();
        }
    }
}
