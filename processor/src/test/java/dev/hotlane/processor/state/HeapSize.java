package dev.hotlane.processor.state;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Bytes of heap of an object and of all that it refers to: arrays and objects of this package. */
final class HeapSize {
    private static final long ARRAY_HEADER = 16;
    private static final long OBJECT = 64;
    private static final Map<Class<?>, Integer> WIDTHS = Map.of(long.class, 8, int.class, 4, byte.class, 1);
    private static final int REFERENCE = 4;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();

    private HeapSize() {}

    static long of(Object root) {
        HeapSize sizes = new HeapSize();
        sizes.meet(root);
        long bytes = 0;
        while (!sizes.open.isEmpty()) {
            bytes += sizes.take(sizes.open.pop());
        }
        return bytes;
    }

    private void meet(Object object) {
        boolean counted = object != null
                && (object.getClass().isArray() || object.getClass().getPackage() == HeapSize.class.getPackage());
        if (counted && seen.add(object)) {
            open.push(object);
        }
    }

    private long take(Object object) {
        Class<?> part = object.getClass().getComponentType();
        if (part == null) {
            for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    meetValueOf(field, object);
                }
            }
            return OBJECT;
        }
        int length = Array.getLength(object);
        if (!part.isPrimitive()) {
            for (int i = 0; i < length; i++) {
                meet(Array.get(object, i));
            }
        }
        return ARRAY_HEADER + (long) WIDTHS.getOrDefault(part, REFERENCE) * length;
    }

    private void meetValueOf(Field field, Object object) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            try {
                field.setAccessible(true);
                meet(field.get(object));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }
}
