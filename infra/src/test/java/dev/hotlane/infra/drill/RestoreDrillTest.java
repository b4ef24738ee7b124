package dev.hotlane.infra.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.protocol.Meta;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of a drill's steps, and what each failure leaves. */
class RestoreDrillTest {
    private static final Path FILE = Path.of("a.snapshot");

    private final List<String> done = new ArrayList<>();
    private boolean listed = true;
    private boolean damaged;
    private List<String> differences = List.of();
    private boolean provable = true;

    private RestoreDrill.Result run() {
        return new RestoreDrill(new DrillSteps() {
                    @Override
                    public Path file() {
                        return FILE;
                    }

                    @Override
                    public CheckpointMeta meta(Path file) {
                        Meta cut = new Meta();
                        cut.nextOffset = 7;
                        return new CheckpointMeta(new Identity("cluster", "topic"), 1, cut);
                    }

                    @Override
                    public boolean isListed(Meta cut) {
                        return listed;
                    }

                    @Override
                    public Scratch make() {
                        done.add("made");
                        return scratch();
                    }

                    @Override
                    public boolean prove(Path file, Meta cut) {
                        done.add("proven");
                        return provable;
                    }
                })
                .run();
    }

    private DrillSteps.Scratch scratch() {
        return new DrillSteps.Scratch() {
            @Override
            public void restore(Path file) {
                if (damaged) {
                    throw new SnapshotException("damaged");
                }
                done.add("restored");
            }

            @Override
            public Verification verify(Path file) {
                done.add("compared");
                return new Verification(7, 0, 0, 0, 0, 0, differences.size(), differences);
            }

            @Override
            public void close() {
                done.add("dropped");
            }
        };
    }

    @Test
    void aSnapshotIsProvenAfterItsRowsWereCompared() {
        assertThat(run().verification().equal()).isTrue();
        assertThat(done).containsExactly("made", "restored", "compared", "dropped", "proven");
    }

    @Test
    void nothingIsProvenOfOneThatDiffers() {
        differences = List.of("counter a");
        assertThat(run().verification().differences()).containsExactly("counter a");
        assertThat(done).containsExactly("made", "restored", "compared", "dropped");
    }

    @Test
    void nothingIsProvenOfADamagedOneAndItsDatabaseIsDropped() {
        damaged = true;
        assertThatThrownBy(this::run).isInstanceOf(SnapshotException.class);
        assertThat(done).containsExactly("made", "dropped");
    }

    @Test
    void oneThatMySqlDoesNotListIsRefusedBeforeADatabaseIsMade() {
        listed = false;
        assertThatThrownBy(this::run).hasMessageContaining("lists no snapshot of offset 7");
        assertThat(done).isEmpty();
    }

    @Test
    void oneThatIsDeletedMeanwhileIsReported() {
        provable = false;
        assertThatThrownBy(this::run).hasMessageContaining("deleted or unlisted since");
    }
}
