package dev.hotlane.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call's request without its id, and the reader of its success. Immutable.
 *
 * @param method HTTP method
 * @param path path and query
 * @param body fields of the body, or null for none
 * @param headers conditions and trace of the request
 * @param line fields of a batch's line besides id and body, or null if a batch does not take the call
 * @param success reader of the success
 * @param subject id of the command that is read or ended, or null if it is the call's own
 */
record CallShape<T>(
        String method,
        String path,
        Map<String, ?> body,
        Map<String, String> headers,
        Map<String, String> line,
        SuccessReader<T> success,
        String subject) {
    static <T> CallShape<T> get(String path, SuccessReader<T> success) {
        return new CallShape<>("GET", path, null, Map.of(), null, success, null);
    }

    static <T> CallShape<T> of(String method, String path, Map<String, ?> body, SuccessReader<T> success) {
        return new CallShape<>(method, path, body, Map.of(), null, success, null);
    }

    CallShape<T> header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new CallShape<>(method, path, body, more, line, success, subject);
    }

    CallShape<T> batched(Map<String, String> fields) {
        return new CallShape<>(method, path, body, headers, fields, success, subject);
    }

    CallShape<T> about(String id) {
        return new CallShape<>(method, path, body, headers, line, success, id);
    }
}
