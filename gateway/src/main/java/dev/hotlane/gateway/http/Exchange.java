package dev.hotlane.gateway.http;

import dev.hotlane.gateway.call.Question;
import dev.hotlane.gateway.lane.Lane;
import dev.hotlane.protocol.Hash;
import io.vertx.core.http.HttpServerRequest;

/** One request on its way through the log. Belongs to its event loop, but for {@link #failed}. */
final class Exchange extends Lane.Courier {
    final Loop loop;
    final HttpServerRequest http;
    final Route route;
    final Question question;
    final long idHash;
    final long startedNanos;

    /** Its number, set once it has a place among the pending. */
    long request;

    Exchange(Loop loop, HttpServerRequest http, Route route, Question question, long startedNanos) {
        this.loop = loop;
        this.http = http;
        this.route = route;
        this.question = question;
        this.startedNanos = startedNanos;
        byte[] id = question.id();
        idHash = id == null ? 0 : Hash.of(id, 0, id.length, 0);
    }

    @Override
    protected void failed(Exception cause) {
        loop.sendFailed(request, cause);
    }
}
