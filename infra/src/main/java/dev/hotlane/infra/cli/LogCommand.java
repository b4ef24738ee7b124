package dev.hotlane.infra.cli;

import dev.hotlane.infra.log.LogPrinter;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.cli.LogTime;
import dev.hotlane.protocol.cli.RecordFilter;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane log`: the command log as lines of JSON. */
@Command(
        name = "log",
        mixinStandardHelpOptions = true,
        description = "Prints the command log, a line of JSON a record; leaves no trace on the brokers.",
        footer = {
            "",
            "Times are UTC: 2026-11-21T14:05, 2026-11-21T14:05:09.123Z, 14:05 for today, or epoch milliseconds.",
            "It ends at the record that is last when it starts, also while a processor writes ten TICKs a second.",
            "All but those:  ./hotlane log --kind command,read,lead,resign,rules,skip,garbage",
            "The last command on a counter:  ./hotlane log --key stock:a --kind command --last 1"
        })
final class LogCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private KafkaOptions kafka;

    @Mixin
    private LaneOptions lane;

    @Option(names = "--from", paramLabel = "OFFSET", description = "Start there; default: at the first record.")
    private Long from;

    @Option(names = "--at", paramLabel = "TIME", description = "Start at the first record of that time or later.")
    private String at;

    @Option(names = "--last", paramLabel = "N", description = "Only the last N records that fit.")
    private Integer last;

    @Option(names = "--until", paramLabel = "TIME", description = "End before that time.")
    private String until;

    @Option(names = "--key", paramLabel = "KEY", description = "Only records that name that counter.")
    private String key;

    @Option(names = "--id", paramLabel = "ID", description = "Only the record of that id, and those that speak of it.")
    private String id;

    @Option(
            names = "--tenant",
            paramLabel = "TENANT",
            description = "Only commands and reads of that tenant; '' for those of the empty one.")
    private String tenant;

    @Option(
            names = "--principal",
            paramLabel = "NAME",
            description = "Only commands and reads that this principal sent.")
    private String principal;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            split = ",",
            description = "Only records of these kinds, in any case: ${COMPLETION-CANDIDATES}.")
    private Set<RecordKind> kinds = Set.of();

    @Option(names = "--limit", paramLabel = "N", description = "End after N lines.")
    private Long limit;

    @Option(names = "--follow", description = "Don't end at the end: wait for more, until Ctrl-C.")
    private boolean follow;

    @Override
    public Integer call() {
        refuseContradictions();
        Long atMillis = at == null ? null : millis("--at", at);
        long untilMillis = until == null ? Long.MAX_VALUE : millis("--until", until);
        PrintWriter out = spec.commandLine().getOut();
        String topic = TopicSpec.commands(lane.lane()).name();
        try (TopicLog log = new TopicLog(kafka.connection(), topic)) {
            if (!log.exists()) {
                return failed(topic + " does not exist at " + kafka.connection().bootstrapServers()
                        + ": look for the name of the lane (--lane), or make it with ./hotlane topics create");
            }
            print(log, atMillis, untilMillis, out);
            return 0;
        } catch (KafkaException e) {
            if (KafkaOptions.denial(spec, e).isPresent()) {
                throw e;
            }
            return failed(
                    topic + " could not be read at " + kafka.connection().bootstrapServers() + ": " + e.getMessage());
        } finally {
            out.flush();
        }
    }

    private void print(TopicLog log, Long atMillis, long untilMillis, PrintWriter out) {
        List<String> keys = key == null ? List.of() : List.of(key);
        LogPrinter printer = new LogPrinter(log, new RecordFilter(kinds, keys, id, tenant, principal));
        long most = limit == null ? Long.MAX_VALUE : limit;
        if (last != null && !follow) {
            printer.last(last).stream().limit(most).forEach(out::println);
            return;
        }
        long start = log.startOffset();
        long end = log.endOffset();
        long begin = start;
        if (from != null) {
            begin = from;
        } else if (atMillis != null) {
            begin = log.offsetAt(atMillis);
        } else if (last != null) {
            begin = end - last;
        }
        if (begin < start && from != null) {
            spec.commandLine().getErr().println("The log starts at " + start + ": earlier records were deleted.");
        }
        long to = follow ? Long.MAX_VALUE : end;
        // Also flushes; true once the output has no reader, as after `| head`.
        printer.range(Math.max(start, Math.min(begin, end)), to, untilMillis, most, out::checkError, out::println);
    }

    private void refuseContradictions() {
        if (Stream.of(from, at, last).filter(given -> given != null).count() > 1) {
            throw new ParameterException(spec.commandLine(), "Give one of --from, --at and --last.");
        }
        if (last != null && (last < 1 || last > LogPrinter.LAST_MAX)) {
            throw new ParameterException(spec.commandLine(), "--last takes 1.." + LogPrinter.LAST_MAX + ".");
        }
        Usage.require(from == null || from >= 0, spec, "--from", "an offset, 0 or more");
        Usage.require(limit == null || limit >= 1, spec, "--limit", "at least 1");
        if (last != null && until != null) {
            throw new ParameterException(spec.commandLine(), "--last counts from the end: leave --until out.");
        }
    }

    private long millis(String option, String text) {
        return LogTime.parse(text, Clock.systemUTC())
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), option + " takes a time such as 2026-11-21T14:05, found " + text + "."));
    }

    private int failed(String message) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(message);
        err.flush();
        return 1;
    }
}
