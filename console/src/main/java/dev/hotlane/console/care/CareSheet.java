package dev.hotlane.console.care;

import dev.hotlane.console.care.CareTask.Reach;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tasks of an operator with their commands, ready to copy. What the console does not have is a word in capitals. Without state. */
public final class CareSheet {
    private static final String DIRECTORY = "SNAPSHOT-DIRECTORY";

    private CareSheet() {}

    /** The sheet of a lane; {@code lane} null: nothing is known of it. */
    public static JsonObject of(LaneCare lane) {
        JsonArray tasks = new JsonArray();
        tasks(lane).forEach(task -> tasks.add(shown(task, lane)));
        return new JsonObject().put("tasks", tasks);
    }

    private static JsonObject shown(CareTask task, LaneCare lane) {
        JsonArray commands = new JsonArray();
        for (List<String> words : task.commands()) {
            List<String> all = new ArrayList<>(words);
            all.addAll(reached(task.reach(), lane));
            commands.add("hotlane " + all.stream().map(ShellWord::of).collect(Collectors.joining(" ")));
        }
        return new JsonObject()
                .put("name", task.name())
                .put("when", task.when())
                .put("changes", task.changes())
                .put("first", task.first())
                .put("runbook", task.runbook())
                .put("commands", commands);
    }

    private static List<String> reached(Reach reach, LaneCare lane) {
        String brokers = lane == null || lane.brokers() == null
                ? "--kafka-config=KAFKA-CONFIG-FILE"
                : "--kafka-bootstrap-servers=" + lane.brokers();
        String url = lane == null || lane.jdbcUrl() == null ? "JDBC-URL" : lane.jdbcUrl();
        return List.of(
                "--lane=" + (lane == null ? "LANE" : lane.lane()),
                brokers,
                "--mysql-url=" + (reach == Reach.NEW_DATABASE ? "NEW-JDBC-URL" : url),
                "--mysql-user=MYSQL-USER",
                "--mysql-password-file=PASSWORD-FILE");
    }

    private static List<CareTask> tasks(LaneCare lane) {
        String processors =
                lane == null || lane.processors().isEmpty() ? "PROCESSOR-URLS" : String.join(",", lane.processors());
        List<String> set = List.of("rules", "set", "NAME=VALUE", "--processors=" + processors);
        List<String> setNow = new ArrayList<>(set);
        setNow.add("--yes");
        return List.of(
                new CareTask(
                        "Verify",
                        "After a repair, or when rows of MySQL are in doubt.",
                        "Nothing. The lane may run.",
                        "It needs the memory of one state, and reads the log from its start: once that was deleted, add"
                                + " --snapshot=SNAPSHOT-FILE.",
                        "Runbooks",
                        List.of(List.of("verify")),
                        Reach.ALL),
                new CareTask(
                        "Snapshot",
                        "Before a risky change, or when the newest snapshot is old.",
                        "It writes one file, lists it in MySQL, and deletes the lane's files beyond the newest 7 and the two"
                                + " newest proven ones.",
                        "Is there room for one more file on a disk that does not end with MySQL's?",
                        "A schedule of snapshots",
                        List.of(List.of("snapshot", "--directory=" + DIRECTORY, "--keep=7")),
                        Reach.ALL),
                new CareTask(
                        "Drill",
                        "Behind a snapshot: only a file that was restored once is proven.",
                        "It makes a database hl_drill_*, drops it again, and marks the snapshot as proven in MySQL.",
                        "Has the account the rights of hl_drill, and has MySQL room for a second checkpoint?",
                        "The restore drill",
                        List.of(List.of("drill", "--directory=" + DIRECTORY)),
                        Reach.ALL),
                new CareTask(
                        "Set rules",
                        "To change a cap or a limit of the lane. The first command only says what would change.",
                        "With --yes the next RULES are written to the log, and every process goes by them.",
                        "Does the heap of every processor fit larger caps? Name all processors and no gateway.",
                        "Rules",
                        List.of(set, setNow),
                        Reach.ALL),
                new CareTask(
                        "Skip a record",
                        "Every processor ends with 33 at the same offset, or with 30 at a gap. The first command only looks.",
                        "The second one writes a SKIP to the log: the record at OFFSET has no effect, for ever.",
                        "Have all processors ended? Is OFFSET the one that their last messages name?",
                        "Poison record: 33 STAGE_FAILED at the same offset at every start",
                        List.of(List.of("skip", "OFFSET", "--look"), List.of("skip", "OFFSET")),
                        Reach.ALL),
                new CareTask(
                        "Restore",
                        "Rows of MySQL were edited or lost, and the log continues a snapshot.",
                        "It fills a database that is empty. The old one stays as it is.",
                        "Is the new database empty? Afterwards verify with the same options and --snapshot=SNAPSHOT-FILE, then"
                                + " start the processors on it.",
                        "Edited rows: 24 DIGEST_MISMATCH, 23 CORRUPT_CHECKPOINT",
                        List.of(List.of("restore", "SNAPSHOT-FILE")),
                        Reach.NEW_DATABASE),
                new CareTask(
                        "Re-anchor",
                        "The log is lost, or was cut behind MySQL's offset. The first command only says what would be done.",
                        "With --yes MySQL's state becomes the start of a new log. Commands that MySQL did not hold are lost.",
                        "Have all processors of this database ended? Can no copy of the old log be brought back?",
                        "Lost log: 12 TOPIC_RECREATED, 17 CHECKPOINT_PAST_LOG_END, 18 LAST_RECORD_DIFFERS, 11 WRONG_CLUSTER",
                        List.of(List.of("re-anchor"), List.of("re-anchor", "--yes")),
                        Reach.ALL));
    }
}
