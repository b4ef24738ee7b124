package dev.hotlane.jmh.load;

import java.nio.ByteBuffer;

/** Writes the requests of a load and judges their answers. Called on the generator's thread only. */
public interface RequestSource {
    /**
     * Writes the n-th request, head and body, as it goes over the wire. The same number gives the same request, so that
     * one of unknown outcome can be sent again; different numbers carry different ids.
     *
     * @param out has room for {@link LoadSettings#REQUEST_BYTES_MAX} bytes
     */
    void write(long n, ByteBuffer out);

    /**
     * What the answer to the n-th request means. The body is only valid during the call.
     *
     * @param body the array it stands in, from that index and of that length; empty for answers without one
     */
    default AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
        return AnswerVerdict.ofStatus(status);
    }
}
