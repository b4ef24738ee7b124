package dev.hotlane.jmh.reads;

import dev.hotlane.infra.log.CardAppend;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.reads.Entrant.Target;
import dev.hotlane.jmh.servers.OpenServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node with a view and product cards, and a bare server of the same bytes, which most sections share. Made and closed
 * by the run's thread.
 */
final class ReadsStage implements AutoCloseable {
    /** The prefix of a board: the counters that are read. */
    static final String BOARD = "key:";

    /** The file with a counter's body: 110 bytes. */
    static final String COUNTER = "counter";

    /** The file with the answer of one product. */
    static final String PRODUCT = "product.gz";

    /** The file with the answer of the list. */
    static final String LIST = "list.gz";

    private static final int LIST_PRODUCTS = 20;
    private static final int PLAIN = 200_000;
    private static final int PACKED = 3_000;
    private static final String BODY = "{\"key\":\"key:0000000000000000\",\"value\":1000000000000,\"held\":0,"
            + "\"confirmed\":0,\"version\":1000000000000}";

    private final OpenServers open = new OpenServers();
    private final DevStack stack;
    private final ReadsLane lane;
    private final Path files;
    private final HttpChild bare;
    private long woken;

    /** Starts all; returns when they serve. */
    ReadsStage(ReadsSettings settings) {
        stack = DevStack.start(DevStackSettings.temporary().withKafkaFlags(Jvm.WARM_UP_SOON));
        open.push(stack);
        try {
            lane = new ReadsLane(stack, "reads", settings, true, "--view", "--view-board=" + BOARD, "--cards=all");
            open.push(lane);
            lane.fill(CounterReads.KEYS);
            ReadsLane.awaitView(lane.pages());
            publish();
            files = Files.createDirectories(stack.directory().resolve("files"));
            Files.writeString(files.resolve(COUNTER), BODY);
            Files.write(files.resolve(PRODUCT), gzip(lane.pages(), productPath()));
            Files.write(files.resolve(LIST), gzip(lane.pages(), listPath()));
            bare = jvm(settings, "bare", ConstantServer.class, files.toString());
            open.push(bare);
            bare.awaitReady("/readyz");
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void publish() {
        try (CardAppend cards = new CardAppend(stack.connection(), lane.name())) {
            for (int i = 0; i < LIST_PRODUCTS; i++) {
                lane.add(SampleCard.counter(id(i)));
                cards.publish(id(i), SampleCard.document(id(i), PLAIN, PACKED));
            }
        }
        ReadsLane.await(
                "all products are served",
                () -> lane.pages()
                        .get(listPath())
                        .filter(answer ->
                                answer.statusCode() == 200 && !answer.body().contains("null"))
                        .isPresent());
    }

    private static String id(int i) {
        return "p" + i;
    }

    /** One product. */
    static String productPath() {
        return "/v1/products/" + id(0);
    }

    /** The list of products. */
    static String listPath() {
        return "/v1/products?ids="
                + IntStream.range(0, LIST_PRODUCTS).mapToObj(ReadsStage::id).collect(Collectors.joining(","));
    }

    /** The compressed bytes of an answer. */
    static byte[] gzip(LocalPages pages, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(pages.url() + path))
                .header("Accept-Encoding", "gzip")
                .build();
        HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + " is answered " + answer.statusCode() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer.body();
    }

    /** A server that gets its port and these words. */
    HttpChild jvm(ReadsSettings settings, String name, Class<?> main, String... words) {
        return new HttpChild(
                name,
                stack.directory(),
                port -> Jvm.of(main.getName(), Integer.toString(port))
                        .flags(Jvm.WARM_UP_SOON, "-XX:+UseTransparentHugePages")
                        .flags(settings.jvmFlags())
                        .words(List.of(words)));
    }

    /** A JVM with gateways that keep that many bytes of cards each; returns at once. */
    HttpChild gateways(ReadsSettings settings, long bytes, int partition, String ports, String name) {
        return new HttpChild(
                "gateways-" + name,
                stack.directory(),
                port -> Jvm.of(
                                GatewayGroup.class.getName(),
                                stack.bootstrapServers(),
                                lane.name(),
                                Integer.toString(partition),
                                Long.toString(bytes),
                                ports)
                        .flags(Jvm.WARM_UP_SOON)
                        .flags(settings.jvmFlags()));
    }

    /** The node: its process has a gateway and the processor. Before each load its view is in use. */
    Target node() {
        return new Target("node", lane.port(), List.of(lane.pid()), this::wake);
    }

    private void wake() {
        woken += ReadsLane.awaitView(lane.pages());
    }

    /** Reads that woke the view and were answered by the lane, since this was last called. */
    long wakeUps() {
        long since = woken;
        woken = 0;
        return since;
    }

    /** The bare server. */
    Target bare() {
        return new Target("bare Vert.x", bare.port(), List.of(bare.pid()));
    }

    DevStack stack() {
        return stack;
    }

    ReadsLane lane() {
        return lane;
    }

    /** The directory with the bytes that the bare server serves. */
    Path files() {
        return files;
    }

    byte[] file(String name) throws IOException {
        return Files.readAllBytes(files.resolve(name));
    }

    /** A metric of the node's gateway; 0 if there is none of that name. */
    double metric(String name) {
        return lane.pages().metric(name).orElse(0);
    }

    /** Waits until the board is answered. */
    void awaitBoard() {
        ReadsLane.await(
                "the board is answered",
                () -> lane.pages()
                        .get("/v1/counters?prefix=" + BOARD + "&consistency=local")
                        .filter(answer -> answer.statusCode() == 200)
                        .isPresent());
    }

    /** Reads that the node answered from there, {@code view} or {@code lane}. */
    long localReads(String source) {
        return (long) metric("hotlane_gateway_local_reads_total{source=\"" + source + "\"}");
    }

    @Override
    public void close() {
        open.close();
    }
}
