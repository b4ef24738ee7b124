package dev.hotlane.client;

import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The reader of a call's success.
 *
 * @param status its only HTTP status
 * @param read makes the value from the body and the call's id; throws ForeignAnswerException
 * @param unchanged value of a 304, for calls that have one
 */
record SuccessReader<T>(int status, BiFunction<JsonFields, String, T> read, Optional<T> unchanged) {
    static <T> SuccessReader<T> of(BiFunction<JsonFields, String, T> read) {
        return new SuccessReader<>(200, read, Optional.empty());
    }
}
