package dev.hotlane.infra.cli;

import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.acls.LaneAccount;
import dev.hotlane.infra.acls.LaneAcls;
import dev.hotlane.infra.log.TopicAdmin;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane acls`: what each account of a lane may do on the brokers. */
@Command(
        name = "acls",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the ACLs that each account of a lane needs, as commands of a shell.",
            "Without a ROLE: of all. A role's principal is User:LANE-ROLE unless given."
        },
        footer = {
            "",
            "Roles: gateway, processor, node, retention, feed, console, cards, operator. For example:",
            "  ./hotlane acls node operator=User:alice retention",
            "  ./hotlane acls --yes --kafka-config admin.properties",
            "  ./hotlane acls --strimzi my-cluster | kubectl apply -f -"
        })
final class AclsCommand implements Callable<Integer> {
    private static final Pattern PRINCIPAL = Pattern.compile("User:\\S.*");
    private static final Pattern KUBERNETES_NAME = Pattern.compile("User:[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private KafkaOptions kafka;

    @Option(
            names = "--strimzi",
            paramLabel = "CLUSTER",
            description = "Prints KafkaUsers for Strimzi's operator of that Kafka cluster instead.")
    private String strimzi;

    @Option(names = "--yes", description = "Creates the ACLs on the brokers, under an account that may.")
    private boolean yes;

    @Parameters(arity = "0..*", paramLabel = "ROLE[=PRINCIPAL]", description = "The accounts; default: all.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        if (yes && strimzi != null) {
            throw new ParameterException(spec.commandLine(), "Give one of --strimzi and --yes.");
        }
        List<LaneAccount> accounts = accounts();
        PrintWriter out = spec.commandLine().getOut();
        if (yes) {
            create(accounts, out);
        } else if (strimzi == null) {
            accounts.forEach(account -> {
                out.println("# " + account.role().word());
                account.commands().forEach(out::println);
            });
        } else {
            accounts.forEach(this::requireName);
            out.print(
                    accounts.stream().map(account -> account.kafkaUser(strimzi)).collect(Collectors.joining("---\n")));
        }
        out.flush();
        return 0;
    }

    private void create(List<LaneAccount> accounts, PrintWriter out) {
        try (TopicAdmin admin = new TopicAdmin(kafka.connection())) {
            for (LaneAccount account : accounts) {
                admin.create(account.bindings());
                out.println(account.principal() + " is the " + account.role().word() + ": "
                        + account.bindings().size() + " ACLs");
            }
        }
    }

    private List<LaneAccount> accounts() {
        if (words.isEmpty()) {
            return Stream.of(AccountRole.values())
                    .map(role -> LaneAccount.usual(lane.lane(), role))
                    .toList();
        }
        List<LaneAccount> accounts = new ArrayList<>();
        words.forEach(word -> accounts.add(account(word)));
        return accounts;
    }

    private LaneAccount account(String word) {
        int equals = word.indexOf('=');
        AccountRole role = role(equals < 0 ? word : word.substring(0, equals));
        if (equals < 0) {
            return LaneAccount.usual(lane.lane(), role);
        }
        String principal = word.substring(equals + 1);
        if (!PRINCIPAL.matcher(principal).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A principal is like User:NAME, found " + principal + " of " + role.word() + ".");
        }
        return new LaneAccount(new LaneAcls(lane.lane()), role, principal);
    }

    private AccountRole role(String word) {
        return Stream.of(AccountRole.values())
                .filter(role -> role.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        word + " is no role: gateway, processor, node, retention, feed, console, cards or operator."));
    }

    private void requireName(LaneAccount account) {
        if (!KUBERNETES_NAME.matcher(account.principal()).matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    account.principal() + " can't be a KafkaUser: its name needs small letters, digits, . and - only.");
        }
    }
}
