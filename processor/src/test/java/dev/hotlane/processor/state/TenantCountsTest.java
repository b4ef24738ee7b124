package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TenantCountsTest {
    private final SplittableRandom random = Seed.random(TenantCountsTest.class);
    private final Map<Long, Integer> model = new HashMap<>();
    private final TenantCounts counts = new TenantCounts();

    @Test
    void agreesWithAMapWhileTenantsComeAndGo() {
        counts.seed(random.nextLong());
        for (int i = 0; i < 200_000; i++) {
            // Many tenants, then few: the table grows, and closes its gaps.
            long tenant = random.nextInt(i % 50_000 < 25_000 ? 400 : 20);
            int known = model.getOrDefault(tenant, 0);
            if (known > 0 && random.nextInt(100) < 52) {
                counts.remove(tenant);
                model.merge(tenant, -1, Integer::sum);
            } else {
                counts.add(tenant);
                model.merge(tenant, 1, Integer::sum);
            }
            assertThat(counts.count(tenant)).isEqualTo(model.get(tenant));
        }
        for (long tenant = 0; tenant < 500; tenant++) {
            assertThat(counts.count(tenant)).as("tenant %d", tenant).isEqualTo(model.getOrDefault(tenant, 0));
        }
    }
}
