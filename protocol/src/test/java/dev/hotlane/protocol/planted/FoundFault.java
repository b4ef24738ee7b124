package dev.hotlane.protocol.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/**
 * A planted fault, and a test method that passes without it and fails with it.
 *
 * @param fault in a class of the test's package, unless it names another one
 * @param test the class of the method
 * @param method its name
 */
public record FoundFault(PlantedFault fault, Class<?> test, String method) {
    /** Throws AssertionError unless the test method fails with the fault, and by what it checks. */
    public void requireFound() throws IOException, ReflectiveOperationException {
        Throwable failure = PlantedClasses.with(test, fault).failure(test, method);
        // Classes that do not fit together prove nothing.
        assertThat(failure).as(method).isNotNull().isNotInstanceOf(LinkageError.class);
    }

    /** Throws AssertionError if the test method fails without the fault. */
    public void requirePassedWithout() throws IOException, ReflectiveOperationException {
        assertThat(PlantedClasses.withoutFault(test).failure(test, method))
                .as(method)
                .isNull();
    }

    @Override
    public String toString() {
        return fault.name();
    }
}
