package dev.hotlane.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.access.file.PrincipalsException;
import dev.hotlane.console.log.FakeLoggedLane;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logins by HTTP, and what callers of several grants get. */
@Timeout(120)
public class ConsoleLoginTest {
    private static final String HOT = "stock:<img onerror=1>";

    private final Vertx vertx = Vertx.vertx();
    private final FakeLoggedLane lane = new FakeLoggedLane()
            .command(Sender.of("acme", "shop"), "order-1", Command.transact(Op.add("stock:a", -1)))
            .command(Sender.of("globex", "shop"), "order-1", Command.transact(Op.add("stock:globex", -1)))
            .command(Sender.of("", "shop"), "order-1", Command.transact(Op.add("stock:none", -1)));

    private final Path directory = made();
    private final PrincipalsText people = new PrincipalsText(directory.resolve("principals.json"))
            .with("watcher", "acme", "{\"verbs\":[\"observe\"]},{\"verbs\":[\"read\"],\"keys\":[\"stock:a\"]}")
            .with("clerk", "acme", "{\"verbs\":[\"read\"],\"keys\":\"*\",\"holds\":\"tenant\"}")
            .with("clerkless", "", "{\"verbs\":[\"read\"],\"holds\":\"tenant\"}")
            .with("buyer", "acme", "{\"verbs\":[\"read\"],\"holds\":\"owner\"}")
            .with("operator", "globex", "{\"verbs\":[\"operate\"]}");
    private RunningConsole console;

    private static Path made() {
        try {
            return Files.createTempDirectory("console-login");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() throws Exception {
        if (console != null) {
            console.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> file.toFile().delete());
        }
        Files.delete(directory);
    }

    private void open(TlsPaths tls) throws Exception {
        FakeSource node = new FakeSource(vertx, request -> FakeSource.node(request, System.currentTimeMillis(), 10));
        console = RunningConsole.open(
                new ConsoleSettings(
                        "127.0.0.1",
                        0,
                        List.of(),
                        List.of(SourceName.of(node.url(), false)),
                        null,
                        null,
                        "stock:",
                        "limit:",
                        lane),
                new ConsoleAccess(people.write(), tls));
    }

    private ConsoleVisitor visitor(String name) {
        ConsoleVisitor visitor = new ConsoleVisitor(console);
        assertThat(visitor.login(people.key(name)).statusCode()).as(name).isEqualTo(303);
        return visitor;
    }

    private static List<String> tenantsOf(ConsoleVisitor visitor, String path) {
        return visitor.json(path).getJsonArray("lines").stream()
                .map(line -> ((JsonObject) line).getString("tenant", ""))
                .toList();
    }

    @Test
    void withoutALoginThereAreFilesAndAFormAndNothingElse() throws Exception {
        open(null);
        ConsoleVisitor stranger = new ConsoleVisitor(console);
        for (String path : List.of("/live", "/log", "/reservation?id=order-1", "/caller")) {
            assertThat(stranger.get(path).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(stranger.get("/").statusCode()).isEqualTo(200);
        assertThat(stranger.get("/login").body()).contains("<form method=\"post\" action=\"/login\">");
        assertThat(stranger.setCookies.get(0)).contains("; HTTPOnly", "; SameSite=Strict", "; Path=/");
    }

    @Test
    void aCallerSeesTheViewsOfItsGrants() throws Exception {
        open(null);
        ConsoleVisitor watcher = visitor("watcher");
        assertThat(watcher.json("/caller"))
                .isEqualTo(new JsonObject()
                        .put(
                                "lacks",
                                new JsonObject()
                                        .put("log", "the verb \"read\" is granted without \"holds\"")
                                        .put("reservation", "the verb \"read\" is granted without \"holds\"")
                                        .put("care", "the verb \"operate\" is not granted"))
                        .put("name", "watcher")
                        .put("tenant", "acme")
                        .put("csrf", watcher.json("/caller").getString("csrf")));
        assertThat(watcher.get("/log").statusCode()).isEqualTo(403);
        assertThat(watcher.get("/log").body())
                .isEqualTo("You may not see this view: the verb \"read\" is granted without \"holds\".\n");
        watcher.live().close();
        assertThat(visitor("clerk").get("/live").statusCode()).isEqualTo(403);
        assertThat(visitor("buyer").get("/reservation?id=order-1").body()).contains("needs \"holds\":\"tenant\"");
        assertThat(visitor("operator").json("/caller").getJsonObject("lacks")).isEmpty();
    }

    @Test
    void keysThatACallerMayNotReadAreNotInItsFigures() throws Exception {
        open(null);
        try (BufferedReader all = visitor("operator").live();
                BufferedReader own = visitor("watcher").live()) {
            assertThat(hot(all)).isEqualTo(HOT);
            String text = figures(own).encode();
            assertThat(text).contains("\"limited\":true").doesNotContain("onerror");
        }
    }

    private static JsonObject figures(BufferedReader live) throws Exception {
        while (true) {
            String line = live.readLine();
            if (line.equals("event: now")) {
                JsonObject now = new JsonObject(live.readLine().substring("data: ".length()));
                if (now.getJsonObject("hot").getLong("sampled") > 0) {
                    return now;
                }
            }
        }
    }

    private static String hot(BufferedReader live) throws Exception {
        return figures(live)
                .getJsonObject("hot")
                .getJsonArray("rows")
                .getJsonObject(0)
                .getString("key");
    }

    @Test
    void theLogHasTheRecordsOfTheOwnTenantAlone() throws Exception {
        open(null);
        ConsoleVisitor clerk = visitor("clerk");
        ConsoleVisitor clerkless = visitor("clerkless");
        for (String path :
                List.of("/log", "/log?key=stock:globex", "/log?from=1", "/log?ticks=1", "/reservation?id=order-1")) {
            assertThat(tenantsOf(clerk, path)).as(path).isSubsetOf("acme");
            assertThat(tenantsOf(clerkless, path)).as(path).isSubsetOf("");
        }
        assertThat(tenantsOf(clerk, "/log")).containsExactly("acme");
        assertThat(tenantsOf(clerkless, "/reservation?id=order-1")).containsExactly("");
        assertThat(tenantsOf(visitor("operator"), "/log")).containsExactly("acme", "globex", "");
    }

    @Test
    void aLoginNeedsTheTokenOfItsForm() throws Exception {
        open(null);
        ConsoleVisitor other = new ConsoleVisitor(console);
        String foreign = other.token();
        ConsoleVisitor visitor = new ConsoleVisitor(console);
        String own = visitor.token();
        String key = people.key("watcher");
        assertThat(visitor.post("/login", "key", key).statusCode()).isEqualTo(403);
        assertThat(visitor.post("/login", "key", key, "csrf", "").statusCode()).isEqualTo(403);
        assertThat(visitor.post("/login", "key", key, "csrf", foreign).statusCode())
                .isEqualTo(403);
        assertThat(visitor.get("/caller").statusCode()).isEqualTo(401);
        assertThat(visitor.post("/login", "key", key, "csrf", own).statusCode()).isEqualTo(303);
        assertThat(visitor.get("/caller").statusCode()).isEqualTo(200);
        assertThat(visitor.get("/login").statusCode()).isEqualTo(303);
    }

    @Test
    void aLogoutNeedsTheTokenOfItsSessionAndEndsItAndItsStream() throws Exception {
        open(null);
        ConsoleVisitor visitor = visitor("watcher");
        String session = visitor.cookies.get("hotlane-console");
        try (BufferedReader live = visitor.live()) {
            assertThat(visitor.post("/logout").statusCode()).isEqualTo(403);
            assertThat(visitor.post(
                                    "/logout",
                                    "csrf",
                                    visitor("watcher").json("/caller").getString("csrf"))
                            .statusCode())
                    .isEqualTo(403);
            String token = visitor.json("/caller").getString("csrf");
            assertThat(visitor.post("/logout", "csrf", token).statusCode()).isEqualTo(303);
            assertThat(live.lines().collect(Collectors.joining("\n"))).endsWith("event: over\ndata: {}\n");
        }
        assertThat(visitor.cookies).isEmpty();
        visitor.cookies.put("hotlane-console", session);
        assertThat(visitor.get("/caller").statusCode()).isEqualTo(401);
    }

    @Test
    void aWrongKeyIs401AndTheEleventhAttemptOfAMinute429() throws Exception {
        open(null);
        ConsoleVisitor visitor = new ConsoleVisitor(console);
        for (int i = 0; i < 10; i++) {
            assertThat(visitor.login("hl_wrong").statusCode()).isEqualTo(401);
        }
        assertThat(visitor.login(people.key("watcher")).statusCode()).isEqualTo(429);
        assertThat(visitor.post("/login", "key", "x".repeat(2_000)).statusCode())
                .isEqualTo(413);
    }

    @Test
    void aSessionAndItsStreamEndWithItsPrincipalAndWithItsGrants() throws Exception {
        open(null);
        ConsoleVisitor removed = visitor("operator");
        ConsoleVisitor changed = visitor("watcher");
        try (BufferedReader first = removed.live();
                BufferedReader second = changed.live()) {
            people.without("operator")
                    .with("watcher", "acme", "{\"verbs\":[\"observe\",\"operate\"]}")
                    .write();
            assertThat(first.lines().collect(Collectors.joining("\n"))).endsWith("event: over\ndata: {}\n");
            assertThat(second.lines().collect(Collectors.joining("\n"))).endsWith("event: over\ndata: {}\n");
        }
        assertThat(removed.get("/caller").statusCode()).isEqualTo(401);
        assertThat(changed.get("/log").statusCode()).isEqualTo(401);
        assertThat(visitor("watcher").get("/log").statusCode()).isEqualTo(200);
    }

    @Test
    void withTlsCookiesAreOfThisHostAloneAndCertificatesProvePrincipals() throws Exception {
        TestAuthority authority = new TestAuthority("console-test");
        TlsPaths own = authority.server().in(directory);
        TlsPaths tls = new TlsPaths(own.certificate(), own.key(), authority.write(directory.resolve("ca.pem")));
        open(tls);
        assertThat(console.url()).startsWith("https://");
        ConsoleVisitor visitor = new ConsoleVisitor(console, authority.trustedBy(null));
        assertThat(visitor.login(people.key("watcher")).statusCode()).isEqualTo(303);
        assertThat(visitor.cookies).containsOnlyKeys("__Host-hotlane-console");
        assertThat(visitor.setCookies).allMatch(line -> line.contains("; Secure") && line.contains("; HTTPOnly"));
        assertThat(visitor.get("/caller").statusCode()).isEqualTo(200);
        ConsoleVisitor shown = new ConsoleVisitor(console, authority.trustedBy(authority.client("clerk.example")));
        assertThat(shown.json("/caller").getString("name")).isEqualTo("clerk");
        assertThat(shown.json("/caller").getString("csrf")).isNull();
        assertThat(tenantsOf(shown, "/log")).containsExactly("acme");
        ConsoleVisitor unknown = new ConsoleVisitor(console, authority.trustedBy(authority.client("else.example")));
        assertThat(unknown.get("/caller").statusCode()).isEqualTo(401);
        TestAuthority foreign = new TestAuthority("foreign");
        ConsoleVisitor forged = new ConsoleVisitor(console, authority.trustedBy(foreign.client("clerk.example")));
        assertThatThrownBy(() -> forged.get("/caller")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFileThatIsNotValidIsAFaultAtStart() throws Exception {
        open(null);
        Path broken = Files.writeString(directory.resolve("broken.json"), "{");
        ConsoleSettings settings = new ConsoleSettings(
                "127.0.0.1",
                0,
                List.of(),
                List.of(SourceName.of("http://127.0.0.1:1", false)),
                null,
                null,
                "stock:",
                "limit:",
                null);
        assertThatThrownBy(() -> RunningConsole.open(settings, new ConsoleAccess(broken, null)))
                .isInstanceOf(PrincipalsException.class)
                .hasMessageContaining("line 1");
    }
}
