package dev.hotlane.jmh.reads;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hotlane.jmh.servers.EtcdServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * GETs of counters out of etcd, each by a serializable range of its JSON gateway: the member answers from its own store
 * and does not ask the others. HTTP/1.1 over pooled connections that stay open. A JVM of its own; one event loop.
 */
public final class EtcdFront {
    private static final JsonFactory READER = new JsonFactory();
    private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

    private final HttpClient etcd;

    private EtcdFront(HttpClient etcd) {
        this.etcd = etcd;
    }

    /**
     * Serves on that port of the loopback address, from the etcd at the other one, by that number of connections, until it
     * is killed.
     */
    public static void main(String[] args) {
        Vertx vertx = CounterFront.vertx();
        HttpClient etcd = vertx.createHttpClient(
                new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(Integer.parseInt(args[1])),
                new PoolOptions().setHttp1MaxSize(Integer.parseInt(args[2])));
        CounterFront.serve(vertx, Integer.parseInt(args[0]), new EtcdFront(etcd)::take);
    }

    private void take(CounterFront.Get get) {
        Buffer range = Buffer.buffer("{\"key\":\"" + EtcdServer.base64(get.key()) + "\",\"serializable\":true}");
        etcd.request(HttpMethod.POST, "/v3/kv/range")
                .compose(request ->
                        request.putHeader(HttpHeaders.CONTENT_TYPE, JSON).send(range))
                .compose(EtcdFront::value)
                .onSuccess(get::value)
                .onFailure(failure -> get.failed());
    }

    private static Future<String> value(HttpClientResponse response) {
        return response.body().compose(body -> {
            try {
                return Future.succeededFuture(value(body.getBytes()));
            } catch (IOException e) {
                return Future.failedFuture(e);
            }
        });
    }

    /** The value of the only key of a range's answer; throws if there is none, as in the answer of an error. */
    static String value(byte[] answer) throws IOException {
        try (JsonParser json = READER.createParser(answer)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.VALUE_STRING && "value".equals(json.currentName())) {
                    return new String(json.getBinaryValue(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new IOException("etcd's answer has no value: " + new String(answer, StandardCharsets.UTF_8));
    }
}
