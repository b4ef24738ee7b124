package dev.hotlane.infra.cli;

import dev.hotlane.infra.past.PastAnswer;
import dev.hotlane.infra.past.PastQuery;
import dev.hotlane.infra.past.PastQuery.Kind;
import dev.hotlane.infra.past.PastState;
import dev.hotlane.protocol.Sender;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane at`: the state at a record or time. */
@Command(
        name = "at",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the state as it was after a record, or at a time.",
            "Loads the newest snapshot before it (--snapshots), replays the log and reads. Writes nothing to the lane and"
                    + " may run while it does.",
            "Without --key, --prefix, --reservation or --owner it shows sequence, log time, digest and sizes only."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Done; a key or id that is not there gives no row.",
            "1:The log differs from what the lane's leader computed.",
            "2:Usage, or the point is not reached yet.",
            "3:The records of that point are gone; the message names the oldest point.",
            "10:Kafka does not answer, or has no log of this lane."
        })
final class AtCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private PastOptions past;

    @Option(names = "--sequence", paramLabel = "N", description = "The state after the record of this sequence.")
    private Long sequence;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "The state after the last record whose log time is at or before it (UTC).")
    private String time;

    @Option(names = "--key", paramLabel = "KEY", description = "The counter of this key.")
    private String key;

    @Option(names = "--prefix", paramLabel = "P", description = "All counters whose keys begin so.")
    private String prefix;

    @Option(names = "--reservation", paramLabel = "ID", description = "The reservation of this id.")
    private String reservation;

    @Option(names = "--owner", paramLabel = "O", description = "All reservations of this owner.")
    private String owner;

    @Option(
            names = "--tenant",
            paramLabel = "TENANT",
            defaultValue = "",
            description = "Of --reservation and --owner: whose; default: the empty tenant.")
    private String tenant;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (PastOptions.given(sequence, time) != 1) {
            throw new ParameterException(spec.commandLine(), "Give one of --sequence and --time.");
        }
        if (PastOptions.given(key, prefix, reservation, owner) > 1) {
            throw new ParameterException(
                    spec.commandLine(), "Give at most one of --key, --prefix, --reservation and --owner.");
        }
        Usage.require(sequence == null || sequence >= 0, spec, "--sequence", "0 or more");
        requireTenant(spec, tenant);
        Long millis = time == null ? null : past.millis("--time", time);
        return past.answered(() -> {
            try (PastState state =
                    new PastState(past.kafka.connection(), past.lane.lane(), past.snapshots, past.note())) {
                return print(millis == null ? state.goTo(sequence) : state.goToTime(millis));
            }
        });
    }

    static void requireTenant(CommandSpec spec, String tenant) {
        byte[] bytes = tenant.getBytes(StandardCharsets.UTF_8);
        Usage.require(Sender.isTenant(bytes, 0, bytes.length), spec, "--tenant", "at most 32 of a-z0-9-");
    }

    private int print(PastState state) {
        PastAnswer answer = PastAnswer.of(state, query());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(answer.json());
        } else {
            out.println(answer.heading());
            answer.rows().forEach(out::println);
        }
        return 0;
    }

    private PastQuery query() {
        if (key != null) {
            return new PastQuery(Kind.KEY, key, tenant);
        } else if (prefix != null) {
            return new PastQuery(Kind.PREFIX, prefix, tenant);
        } else if (reservation != null) {
            return new PastQuery(Kind.RESERVATION, reservation, tenant);
        }
        return owner == null ? new PastQuery(Kind.SUMMARY, "", tenant) : new PastQuery(Kind.OWNER, owner, tenant);
    }
}
