package dev.hotlane.access.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/**
 * A bug, as a change of one class's source text, and a test method that must find it.
 *
 * @param name the fault in words
 * @param type the class, as its path in the module's package: {@code file/PrincipalsFile}
 * @param text a piece of its source, which is there once
 * @param instead what replaces the piece
 * @param test the class of the method
 * @param method its name
 */
public record PlantedFault(String name, String type, String text, String instead, Class<?> test, String method) {
    /** Throws AssertionError unless the test method passes without the fault, and fails with it by what it checks. */
    public void requireFound() throws IOException, ReflectiveOperationException {
        assertThat(PlantedClasses.withoutFault().failure(test, method))
                .as("%s without the fault", method)
                .isNull();
        Throwable failure = PlantedClasses.with(this).failure(test, method);
        // Classes that do not fit together prove nothing.
        assertThat(failure).as(method).isNotNull().isNotInstanceOf(LinkageError.class);
    }

    @Override
    public String toString() {
        return name;
    }
}
