package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScrapeJoinTest {
    private static final String PROCESSOR = """
            # HELP cpu_seconds_total CPU time
            # TYPE cpu_seconds_total counter
            cpu_seconds_total{thread="state"} 1.0
            # HELP up 1
            # TYPE up gauge
            up{role="node"} 1.0
            """;
    private static final String GATEWAY = """
            # HELP up 1
            # TYPE up gauge
            up{role="node"} 1.0
            # HELP cpu_seconds_total CPU time
            # TYPE cpu_seconds_total counter
            cpu_seconds_total{thread="gateway-0"} 2.0
            # HELP ready 1
            # TYPE ready gauge
            ready 1.0
            """;

    @Test
    void eachFamilyAndEachSeriesIsThereOnce() {
        assertThat(ScrapeJoin.join(PROCESSOR, GATEWAY)).isEqualTo("""
                        # HELP cpu_seconds_total CPU time
                        # TYPE cpu_seconds_total counter
                        cpu_seconds_total{thread="state"} 1.0
                        cpu_seconds_total{thread="gateway-0"} 2.0
                        # HELP up 1
                        # TYPE up gauge
                        up{role="node"} 1.0
                        # HELP ready 1
                        # TYPE ready gauge
                        ready 1.0
                        """);
    }

    @Test
    void aProcessorWithoutAGatewayShowsItsOwnPage() {
        assertThat(ScrapeJoin.join(PROCESSOR, "")).isSameAs(PROCESSOR);
    }
}
