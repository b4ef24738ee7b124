package dev.hotlane.gateway.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HotKeysTest {
    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> names(HotKeys.Top top) {
        return top.keys().stream()
                .map(one -> new String(one.key(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void aKeyWithALargeShareIsFoundAmongManyRareOnes() {
        long seed = Long.getLong("seed", 1);
        Random random = new Random(seed);
        HotKeys sketch = new HotKeys();
        long hot = 0;
        for (int i = 0; i < 100_000; i++) {
            boolean isHot = random.nextInt(20) == 0;
            hot += isHot ? 1 : 0;
            sketch.add(key(isHot ? "stock:phone" : "limit:" + random.nextInt(50_000)));
        }
        HotKeys.Top top = HotKeys.top(List.of(sketch), 20);
        assertThat(top.sampled()).isEqualTo(100_000);
        assertThat(names(top).get(0)).as("seed %d", seed).isEqualTo("stock:phone");
        HotKeys.HotKey first = top.keys().get(0);
        assertThat(hot).as("seed %d", seed).isBetween(first.certain(), first.uses());
        assertThat(top.keys()).hasSize(20);
    }

    @Test
    void fewKeysAreCountedExactlyAndSketchesAdded() {
        HotKeys one = new HotKeys();
        HotKeys other = new HotKeys();
        for (int i = 0; i < 3; i++) {
            one.add(key("a"));
            other.add(key("b"));
        }
        other.add(key("a"));
        HotKeys.Top top = HotKeys.top(List.of(one, other), 20);
        assertThat(top.sampled()).isEqualTo(7);
        assertThat(names(top)).containsExactly("a", "b");
        assertThat(top.keys().get(0).uses()).isEqualTo(4);
        assertThat(top.keys().get(0).certain()).isEqualTo(4);
    }
}
