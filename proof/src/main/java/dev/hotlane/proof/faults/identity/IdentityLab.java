package dev.hotlane.proof.faults.identity;

import dev.hotlane.access.token.TokenServer;
import dev.hotlane.proof.faults.identity.RotatedAccounts.Proof;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.LanePrincipals;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallerAccount;
import dev.hotlane.proof.history.CallerTls;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TestAuthority.Issued;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * The identities of a lane whose gateways have TLS, principals and a token server: their files, and who of the load calls by
 * which. One thread: the row's.
 */
final class IdentityLab implements AutoCloseable {
    /** The principal that callers with a key are. */
    static final String KEYED = "keyed";

    /** The principal that callers with key and certificate are. */
    static final String BOTH = "both";

    /** The principal that callers with a certificate are. */
    static final String CERTIFIED = "certified";

    private static final String SUBJECT = "svc-shop";
    private static final Set<Integer> LET_IN = Set.of(200, 404);

    final RotatedAccounts accounts = new RotatedAccounts();
    final TokenServer tokens = TokenServer.start();
    final LanePrincipals principals;
    private final Scene on;
    private final Path directory;
    private final TestAuthority servers = new TestAuthority("servers");
    private TestAuthority clients = new TestAuthority("clients-0");

    /** Writes all files; the lane's gateways will start with them. */
    IdentityLab(Scene on) {
        this.on = on;
        directory = on.gateways().get(0).directory();
        principals = LanePrincipals.of(on);
        String key = principals.add(KEYED);
        String both = principals.add(BOTH);
        principals.select(BOTH, "certificates", "both.internal");
        principals.add(CERTIFIED);
        principals.select(CERTIFIED, "certificates", "certified-0.internal");
        principals.add("tokened");
        principals.select("tokened", "subjects", SUBJECT);
        principals.write();
        trust(clients);
        TlsPaths own = renew();
        List<String> options = new ArrayList<>(principals.options());
        options.addAll(List.of(
                "--gateway-tls-cert=" + own.certificate(),
                "--gateway-tls-key=" + own.key(),
                "--gateway-tls-client-ca=" + clientCa(),
                "--gateway-jwt-issuer=" + TokenServer.ISSUER,
                "--gateway-jwt-audience=" + TokenServer.AUDIENCE,
                "--gateway-jwt-jwks=" + tokens.url()));
        on.gateways().forEach(gateway -> gateway.options(options).byTls(servers.trustedBy(null)));
        accounts.change(Proof.KEY, CallerAccount.bearer(key, tls(null)));
        accounts.change(Proof.TOKEN, CallerAccount.bearer(token(), tls(null)));
        accounts.change(Proof.CERTIFICATE, new CallerAccount(null, tls(client("certified-0.internal"))));
        accounts.change(Proof.BOTH, CallerAccount.bearer(both, tls(client("both.internal"))));
        on.callers().callBy(accounts);
    }

    /** A token that is valid for an hour. */
    String token() {
        return tokens.token(SUBJECT);
    }

    /** A token that is valid for that number of seconds. */
    String token(int seconds) {
        return tokens.token(SUBJECT, Instant.now().plusSeconds(seconds));
    }

    private Path clientCa() {
        return directory.resolve("clients.pem");
    }

    /** The gateways accept certificates of these authorities alone. */
    void trust(TestAuthority... authorities) {
        TestAuthority.writeText(
                clientCa(),
                Stream.of(authorities)
                        .map(each -> TestAuthority.pem(each.own().certificate()))
                        .collect(Collectors.joining()));
    }

    /** Gives the gateways a new certificate. */
    TlsPaths renew() {
        return servers.server().in(directory);
    }

    /** Whose certificates clients get from now on; returns the authority before. */
    TestAuthority clientsOf(TestAuthority next) {
        TestAuthority last = clients;
        clients = next;
        return last;
    }

    /** A certificate for a caller of that name. */
    Issued client(String name) {
        return clients.client(name);
    }

    /** The same for the load. */
    CallerTls tls(Issued client) {
        return new CallerTls(
                TestAuthority.pem(servers.own().certificate()),
                client == null ? null : TestAuthority.pem(client.certificate()),
                client == null ? null : TestAuthority.pem(client.key()));
    }

    /** The same for a held connection. */
    SSLContext context(Issued client) {
        return servers.trustedBy(client);
    }

    /** A connection to each gateway; all are let in. Both arguments may be null. */
    List<HeldConnection> hold(Issued client, String bearer) throws IOException {
        List<HeldConnection> held = new ArrayList<>();
        for (ChildSlot gateway : on.gateways()) {
            held.add(new HeldConnection(gateway, context(client), bearer));
        }
        requireIn(held, "at first");
        return held;
    }

    /** Fails the row unless all are let in. */
    void requireIn(List<HeldConnection> held, String when) throws IOException {
        for (HeldConnection each : held) {
            int status = each.read();
            on.require(LET_IN.contains(status), "a caller was answered " + status + " " + when + ": " + each.body());
        }
    }

    /** Status of a read on a new connection; 0 if there is none. */
    int status(ChildSlot gateway, Issued client, String bearer) {
        try (HeldConnection fresh = new HeldConnection(gateway, context(client), bearer)) {
            return fresh.read();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Waits until each gateway lets new connections of that caller in. */
    void awaitIn(String what, Issued client, String bearer) {
        for (ChildSlot gateway : on.gateways()) {
            on.await(gateway.name() + " to accept " + what, () -> LET_IN.contains(status(gateway, client, bearer)));
        }
    }

    /** Waits until each is answered 401; returns ms since that time. */
    long awaitRefused(List<HeldConnection> held, long sinceNanos) throws IOException {
        for (HeldConnection each : held) {
            on.await("401", () -> {
                try {
                    return each.read() == 401;
                } catch (IOException e) {
                    throw new RowFailure("a connection ended without 401: " + e);
                }
            });
            each.close();
        }
        return (System.nanoTime() - sinceNanos) / 1_000_000;
    }

    /** The load's callers change their account, and no attempt by the old one is under way any more. */
    void change(Proof proof, CallerAccount next) {
        CallerAccount last = accounts.change(proof, next);
        on.await("the end of calls by " + last, () -> accounts.isIdle(last));
    }

    @Override
    public void close() {
        tokens.close();
    }
}
