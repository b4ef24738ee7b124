package dev.hotlane.gateway.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** JSON in parts that a test can spoil: objects may have a field twice, values may be anything. One thread. */
final class Tree {
    private Tree() {}

    /** A field of an object: an {@link Obj}, an {@link Arr}, or any other value as its literal text. */
    record Field(String name, Object value, boolean required) {
        static Field must(String name, Object value) {
            return new Field(name, value, true);
        }

        static Field may(String name, Object value) {
            return new Field(name, value, false);
        }

        boolean isNumber() {
            return value instanceof String text && (Character.isDigit(text.charAt(0)) || text.charAt(0) == '-');
        }

        boolean isText() {
            return value instanceof String text && text.charAt(0) == '"';
        }
    }

    /** An object, with its fields in their order. */
    static final class Obj {
        final List<Field> fields = new ArrayList<>();

        Obj(Field... given) {
            fields.addAll(List.of(given));
        }
    }

    /** An array of objects or literals. */
    static final class Arr {
        final List<Object> items = new ArrayList<>();

        Arr(List<?> given) {
            items.addAll(given);
        }
    }

    /** Shows every object of a tree, from the outside in. */
    static void objects(Object node, Consumer<Obj> visitor) {
        if (node instanceof Obj object) {
            visitor.accept(object);
            object.fields.forEach(field -> objects(field.value(), visitor));
        } else if (node instanceof Arr array) {
            array.items.forEach(item -> objects(item, visitor));
        }
    }

    /** The text of a tree. */
    static String text(Object node) {
        StringBuilder out = new StringBuilder();
        write(node, out);
        return out.toString();
    }

    private static void write(Object node, StringBuilder out) {
        String before = "";
        if (node instanceof Obj object) {
            out.append('{');
            for (Field field : object.fields) {
                out.append(before).append('"').append(field.name()).append("\":");
                write(field.value(), out);
                before = ",";
            }
            out.append('}');
        } else if (node instanceof Arr array) {
            out.append('[');
            for (Object item : array.items) {
                out.append(before);
                write(item, out);
                before = ",";
            }
            out.append(']');
        } else {
            out.append(node);
        }
    }
}
