package dev.hotlane.proof.faults;

import dev.hotlane.proof.faults.identity.IdentityRows;
import dev.hotlane.proof.faults.identity.RateRows;
import dev.hotlane.proof.faults.rows.BrokerRows;
import dev.hotlane.proof.faults.rows.CallRows;
import dev.hotlane.proof.faults.rows.CapacityRows;
import dev.hotlane.proof.faults.rows.ClockRows;
import dev.hotlane.proof.faults.rows.ClusterRows;
import dev.hotlane.proof.faults.rows.DiskRows;
import dev.hotlane.proof.faults.rows.FailpointRows;
import dev.hotlane.proof.faults.rows.FeedRows;
import dev.hotlane.proof.faults.rows.FloodRows;
import dev.hotlane.proof.faults.rows.ForgedRows;
import dev.hotlane.proof.faults.rows.GatewayRows;
import dev.hotlane.proof.faults.rows.HerdRows;
import dev.hotlane.proof.faults.rows.IntruderRows;
import dev.hotlane.proof.faults.rows.JvmRows;
import dev.hotlane.proof.faults.rows.LocalReadRows;
import dev.hotlane.proof.faults.rows.LogRows;
import dev.hotlane.proof.faults.rows.MySqlRows;
import dev.hotlane.proof.faults.rows.OperatorFaultRows;
import dev.hotlane.proof.faults.rows.ProcessorRows;
import dev.hotlane.proof.faults.rows.RecoveryRows;
import dev.hotlane.proof.faults.rows.RepairRows;
import dev.hotlane.proof.faults.rows.SecuredBrokerRows;
import dev.hotlane.proof.faults.rows.SlowPeerRows;
import dev.hotlane.proof.faults.rows.Soak;
import dev.hotlane.proof.faults.rows.SqlRows;
import dev.hotlane.proof.faults.rows.UpgradeRows;
import dev.hotlane.proof.faults.rows.WireRows;
import dev.hotlane.proof.faults.scene.FaultRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** All rows, and the selection of rows by name. */
public final class Matrix {
    /** Ten rows on four processes, four on nodes, two with views, five floods, three of callers. */
    private static final Set<String> SHORT = Set.of(
            "F01", "F02", "F03", "F05", "F07", "F10", "F15", "F29", "F32", "F40", "F01N", "F03N", "F60N", "R01N", "F61",
            "F89", "F51", "F52", "F62", "F63", "F64", "F65", "F66", "F68");

    /** Rows that kill, stop or fence a process; each also runs on nodes. */
    private static final Set<String> ON_NODES = Set.of(
            "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F13", "F18", "F19", "F20", "F21", "F22", "F23",
            "F24", "F25", "F27", "F31", "F36", "F39", "F40", "F41", "F42", "F44", "F47", "F50", "F53", "F54", "F55",
            "F56", "F58", "F59", "F60", "F67", "F75", "F76", "F77", "F79", "F80", "F90", "F91", "R01", "R02");

    private static final List<FaultRow> ROWS = Stream.of(
                    ProcessorRows.all(),
                    FailpointRows.all(),
                    RecoveryRows.all(),
                    CallRows.all(),
                    GatewayRows.all(),
                    BrokerRows.all(),
                    SecuredBrokerRows.all(),
                    LogRows.all(),
                    IntruderRows.all(),
                    MySqlRows.all(),
                    SqlRows.all(),
                    WireRows.all(),
                    JvmRows.all(),
                    ClockRows.all(),
                    DiskRows.all(),
                    ClusterRows.all(),
                    HerdRows.all(),
                    FloodRows.all(),
                    CapacityRows.all(),
                    SlowPeerRows.all(),
                    RateRows.all(),
                    IdentityRows.all(),
                    LocalReadRows.all(),
                    FeedRows.all(),
                    ForgedRows.all(),
                    RepairRows.all(),
                    OperatorFaultRows.all(),
                    UpgradeRows.all(),
                    Soak.all())
            .flatMap(List::stream)
            .flatMap(row -> ON_NODES.contains(row.id()) ? Stream.of(row, row.onNodes()) : Stream.of(row))
            .sorted(Comparator.comparing(FaultRow::id))
            .toList();

    private Matrix() {}

    /** All rows in the order of their numbers. */
    public static List<FaultRow> all() {
        return ROWS;
    }

    /** Rows of `./hotlane test`. */
    public static List<FaultRow> brief() {
        return ROWS.stream().filter(row -> SHORT.contains(row.id())).toList();
    }

    /**
     * Rows by words such as `F01,F05-F09`, and `F01N,F05N-F09N` for those on nodes; rejects a word that names no row.
     */
    public static List<FaultRow> named(String words) {
        List<FaultRow> named = new ArrayList<>();
        for (String word : words.toUpperCase(Locale.ROOT).split(",")) {
            String[] ends = word.trim().split("-");
            String last = ends[ends.length - 1];
            List<FaultRow> found = ROWS.stream()
                    .filter(row -> isOnNodes(row.id()) == isOnNodes(last))
                    .filter(row -> row.id().compareTo(ends[0]) >= 0 && row.id().compareTo(last) <= 0)
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("no row is called " + word.trim() + "; there are "
                        + String.join(" ", ROWS.stream().map(FaultRow::id).toList()));
            }
            named.addAll(found);
        }
        return named;
    }

    private static boolean isOnNodes(String id) {
        return id.endsWith("N");
    }
}
