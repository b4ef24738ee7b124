package dev.hotlane.protocol.planted;

/**
 * A bug, as a change of one class's source text.
 *
 * @param name the fault in words
 * @param type the class: its name in the package of the test, or its path in the module's package, as {@code lane/Exchanges}
 * @param text a piece of its source, which is there once
 * @param instead what replaces the piece
 */
public record PlantedFault(String name, String type, String text, String instead) {
    /** The same fault, which this test method must find. */
    public FoundFault foundBy(Class<?> test, String method) {
        return new FoundFault(this, test, method);
    }

    @Override
    public String toString() {
        return name;
    }
}
