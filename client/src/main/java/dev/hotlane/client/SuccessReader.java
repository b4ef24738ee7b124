package dev.hotlane.client;

import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The reader of a call's success.
 *
 * @param status its only HTTP status
 * @param read makes the value from the answer; throws ForeignAnswerException
 * @param unchanged makes the value of a 304 from its headers, for calls that have one; throws ForeignAnswerException
 */
record SuccessReader<T>(int status, AnswerReader<T> read, Optional<Function<HttpHeaders, T>> unchanged) {
    /** Makes a value from a body, the call's id and the headers; a line of a batch has no headers. */
    @FunctionalInterface
    interface AnswerReader<T> {
        T read(JsonFields body, String id, HttpHeaders headers);
    }

    /** A reader of the body and the call's id. */
    static <T> SuccessReader<T> of(BiFunction<JsonFields, String, T> read) {
        return of(200, read);
    }

    /** The same for another status. */
    static <T> SuccessReader<T> of(int status, BiFunction<JsonFields, String, T> read) {
        return new SuccessReader<>(status, (body, id, headers) -> read.apply(body, id), Optional.empty());
    }

    /** The same, with the value of a 304. */
    SuccessReader<T> unchanged(Function<HttpHeaders, T> value) {
        return new SuccessReader<>(status, read, Optional.of(value));
    }
}
