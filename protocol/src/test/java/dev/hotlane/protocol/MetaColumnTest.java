package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of stored fields is whole, and copy and equality go with it. */
class MetaColumnTest {
    /** The one field that is not stored. */
    private static final String DERIVED = "windowOldest";

    @Test
    void everyFieldButOneHasAColumnAndMakesADifference() throws ReflectiveOperationException {
        for (Field field : fields()) {
            Meta meta = new Meta();
            change(field, meta);
            List<String> differing = MetaColumn.ROW.stream()
                    .filter(column -> !column.same(meta, new Meta()))
                    .map(MetaColumn::name)
                    .toList();
            int expected = field.getName().equals(DERIVED) ? 0 : 1;
            assertThat(differing).as(field.getName()).hasSize(expected);
            assertThat(meta.sameAs(new Meta())).as(field.getName()).isEqualTo(expected == 0);
        }
    }

    @Test
    void aCopyHasEveryField() throws ReflectiveOperationException {
        Meta meta = new Meta();
        for (Field field : fields()) {
            change(field, meta);
        }
        assertThat(new Meta().set(meta)).usingRecursiveComparison().isEqualTo(meta);
        assertThat(new Meta().set(meta).sameAs(meta)).isTrue();
    }

    @Test
    void everyColumnComesBackAsItWasRead() throws ReflectiveOperationException {
        Meta meta = new Meta();
        for (Field field : fields()) {
            change(field, meta);
        }
        meta.lastCrc = 0x8000_0001;
        Meta copy = new Meta();
        for (MetaColumn column : MetaColumn.ROW) {
            switch (column.form()) {
                case INT64, INT32, UINT32 -> column.setNumber(copy, column.number(meta));
                case ID, BYTES -> column.setBytes(copy, column.bytes(meta));
            }
        }
        assertThat(copy).usingRecursiveComparison().ignoringFields(DERIVED).isEqualTo(meta);
    }

    @Test
    void bothOrdersHaveTheSameColumns() {
        assertThat(MetaColumn.BLOCK).hasSize(22).containsExactlyInAnyOrderElementsOf(MetaColumn.ROW);
    }

    private static List<Field> fields() {
        return Arrays.stream(Meta.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toList();
    }

    private static void change(Field field, Meta meta) throws ReflectiveOperationException {
        int other = field.getName().hashCode();
        if (field.getType() == long.class) {
            field.setLong(meta, other);
        } else if (field.getType() == int.class) {
            field.setInt(meta, other);
        } else {
            field.set(meta, new byte[] {1, 2, 3});
        }
    }
}
