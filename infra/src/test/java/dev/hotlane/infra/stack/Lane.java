package dev.hotlane.infra.stack;

/**
 * Names for one lane on a shared stack. The database is there and empty; the topics are only named.
 *
 * @param stack the stack that holds it; whoever kills its servers restarts them before the test ends
 */
public record Lane(Stack stack, String name) {

    /** Makes the database. */
    public static Lane create(Stack stack, String name) {
        stack.createDatabase(name);
        return new Lane(stack, name);
    }

    /** The topic name of this lane for a name such as `hotlane.commands`. */
    public String topic(String base) {
        return base + "." + name;
    }

    /** The URL of this lane's own database. */
    public String jdbcUrl() {
        return stack.jdbcUrl(name);
    }
}
