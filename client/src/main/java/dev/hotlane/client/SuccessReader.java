package dev.hotlane.client;

import java.util.Optional;
import java.util.function.BiFunction;

/**
 * How the success of a call reads.
 *
 * @param status its only HTTP status
 * @param read makes the value of the body and the call's id; fails with ForeignAnswerException
 * @param unchanged value of a 304, for calls that have one
 */
record SuccessReader<T>(int status, BiFunction<JsonFields, String, T> read, Optional<T> unchanged) {
    static <T> SuccessReader<T> of(BiFunction<JsonFields, String, T> read) {
        return new SuccessReader<>(200, read, Optional.empty());
    }
}
