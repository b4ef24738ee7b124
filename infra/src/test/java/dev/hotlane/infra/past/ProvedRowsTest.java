package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.ChangeRow;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Rows wait for their proof; two changes of a counter by one record are one row. */
class ProvedRowsTest {
    private final ProvedRows rows = new ProvedRows();

    private void add(long sequence, String kind, String id, String key, Numbers before, Numbers after) {
        byte[] by = id == null ? null : id.getBytes(StandardCharsets.UTF_8);
        rows.add(new TracedChange(sequence, 1, kind, by, key.getBytes(StandardCharsets.UTF_8), before, after));
    }

    @Test
    void anExpiryAndACommandOfOneRecordAreOneRow() {
        add(5, "expiry", "acme r-1", "a", new Numbers(8, 4, 2, 0), new Numbers(10, 5, 0, 0));
        add(5, "expiry", "r-2", "b", Numbers.ABSENT, Numbers.ABSENT);
        add(5, "reservation", "acme r-3", "a", new Numbers(10, 5, 0, 0), new Numbers(9, 5, 1, 0));
        rows.endRecord();
        rows.prove(6);
        assertThat(rows.count()).isEqualTo(2);
        ChangeRow first = rows.proved().get(0);
        assertThat(first.before()).isEqualTo(8);
        assertThat(first.after()).isEqualTo(new ChangeRow.Numbers(9, 5, 1, 0));
        assertThat(first.cause().kind()).isEqualTo("reservation");
        assertThat(first.cause().tenant()).asString().isEqualTo("acme");
        assertThat(first.cause().id()).asString().isEqualTo("r-3");
        ChangeRow second = rows.proved().get(1);
        assertThat(second.before()).isNull();
        assertThat(second.after()).isNull();
        assertThat(second.cause().tenant()).isEmpty();
        assertThat(second.cause().id()).asString().isEqualTo("r-2");
    }

    @Test
    void rowsAreTakenWhenTheyAreProvedAndDroppedWhenTheTableHasThem() {
        for (int sequence = 1; sequence <= 9; sequence++) {
            add(sequence, "bucket", null, "a", new Numbers(1, -1, 0, 0), Numbers.ABSENT);
            rows.endRecord();
        }
        assertThat(rows.count()).isZero();
        rows.prove(4);
        assertThat(rows.proved()).extracting(ChangeRow::sequence).containsExactly(1L, 2L, 3L);
        rows.dropBelow(3);
        assertThat(rows.proved()).extracting(ChangeRow::sequence).containsExactly(3L);
        rows.dropBelow(7);
        assertThat(rows.count()).isZero();
        rows.prove(9);
        assertThat(rows.proved()).extracting(ChangeRow::sequence).containsExactly(7L, 8L);
    }
}
