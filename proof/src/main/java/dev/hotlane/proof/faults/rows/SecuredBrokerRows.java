package dev.hotlane.proof.faults.rows;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.SceneOperator;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.faults.scene.SecureStack;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;

/**
 * The broker is restarted or killed, and takes the lane's rights away: a broker with TLS, SASL and an authorizer, where each
 * role has an account with the ACLs of `hotlane acls` and no more.
 */
public final class SecuredBrokerRows {
    /** By which a processor ends that may not write, or not read. */
    private static final Set<Integer> LOST_RIGHT =
            Set.of(ExitCode.LOG_WRITE_FAILED.number(), ExitCode.LOG_READ_FAILED.number());

    private static final Set<Integer> NOT_TAKEN = Set.of(503, 504);

    private SecuredBrokerRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                row(
                        "F69",
                        "orderly restart of the broker, by TLS; the gateways' ACLs revoked and given back",
                        "answers within 15 s; 503 or 504 without the ACLs",
                        on -> {
                            BrokerRows.again(
                                    on,
                                    "restart of the broker",
                                    () -> on.stack().kafka().restart());
                            gatewaysLoseTheirRight(on);
                        }),
                row(
                        "F70",
                        "kill -9 of the broker, by TLS; the processors' ACLs revoked and given back",
                        "answers within 15 s; processors end with 35 or 37",
                        on -> {
                            BrokerRows.again(on, "kill -9 of the broker", () -> {
                                on.stack().kafka().kill9();
                                on.stack().kafka().start();
                            });
                            processorsLoseTheirRight(on);
                        }));
    }

    private static FaultRow row(String id, String fault, String extra, FaultRow.Script fails) {
        return FaultRow.of(id, fault, extra, ScenePlan.USUAL, fails)
                .on(SecureStack::start)
                .prepared(SecuredBrokerRows::grant);
    }

    /** Creates the ACLs that are missing. */
    private static void grant(Scene on) {
        new SceneOperator(on).runs("acls", "--yes");
    }

    private static void gatewaysLoseTheirRight(Scene on) {
        int revoked = revoke(on, "gateway");
        for (int gateway = 0; gateway < on.gateways().size(); gateway++) {
            int to = gateway;
            int[] asked = {0};
            on.await("503 or 504 of gateway " + to, () -> {
                String id = on.lane() + "-revoked-" + to + "-" + asked[0]++;
                return NOT_TAKEN.contains(on.call(to, add(id)).status());
            });
        }
        givenBack(on);
        on.fact(revoked + " ACLs revoked, 503 or 504 of each gateway");
    }

    private static void processorsLoseTheirRight(Scene on) {
        LOST_RIGHT.forEach(on::expectExit);
        // Started again while the right is gone.
        on.expectExit(ExitCode.KAFKA_DENIED.number());
        int revoked = revoke(on, "processor");
        on.await("the end of all processors", () -> on.processors().stream().allMatch(SecuredBrokerRows::lostItsRight));
        givenBack(on);
        on.fact(revoked + " ACLs revoked, exit codes "
                + on.processors().stream().map(ChildSlot::exits).toList());
    }

    private static boolean lostItsRight(ChildSlot processor) {
        return processor.exits().stream().anyMatch(LOST_RIGHT::contains);
    }

    private static void givenBack(Scene on) {
        grant(on);
        long over = System.nanoTime();
        on.await("an answer", () -> on.load().tally().lastOkNanos() > over);
        on.awaitAll();
    }

    /** Takes what the role's account may do with the command topic; returns how many ACLs that were. */
    private static int revoke(Scene on, String role) {
        on.nemesis("ACLs of the role " + role + " revoked");
        AclBindingFilter all = new AclBindingFilter(
                new ResourcePatternFilter(ResourceType.TOPIC, on.commands(), PatternType.LITERAL),
                new AccessControlEntryFilter(
                        "User:" + on.lane() + "-" + role, "*", AclOperation.ANY, AclPermissionType.ALLOW));
        try (Admin admin = Admin.create(on.stack().connection().client(Map.of()))) {
            int revoked = List.<AclBinding>copyOf(
                            admin.deleteAcls(List.of(all)).all().get())
                    .size();
            on.require(revoked > 0, "the role " + role + " had no ACL");
            return revoked;
        } catch (ExecutionException e) {
            throw new RowFailure("ACLs could not be deleted: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RowFailure("interrupted");
        }
    }

    private static Request add(String id) {
        JsonObject op =
                new JsonObject().put("op", "add").put("key", "revoked:one").put("delta", 1);
        return Request.post("/v1/transactions", id, new JsonObject().put("ops", new JsonArray().add(op)));
    }
}
