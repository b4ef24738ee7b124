package dev.hotlane.gateway.http.batch;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerResponse;

/** What batches use of the HTTP server of their event loop. Called on that event loop. */
public interface BatchPort {
    /** Sets the status and the headers of a response that is written line by line. */
    void openLines(HttpServerResponse response);

    /**
     * Sets the kernel's buffer bytes of a connection for answers, before the kernel doubles them, and raises those for
     * requests to as many if few enough connections have that.
     */
    void kernelBuffers(HttpConnection connection, int bytes);

    /** Sets the kernel's buffer for answers to the size that connections without a batch have. */
    void usualSendBuffer(HttpConnection connection);

    /** Sets the bound on waiting answers that connections without a batch have. */
    void usualQueue(HttpServerResponse response);

    /** Counts bytes of answers written; may close connections whose clients do not read. */
    void written(int bytes);

    /** Whether this number of bytes of a line is too few after this time. */
    boolean isLate(long nanos, long bytes);
}
