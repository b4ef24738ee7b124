package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.at;
import static dev.hotlane.dist.YamlTree.list;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.dist.RenderedChart.Container;
import dev.hotlane.gateway.access.SafeStart;
import dev.hotlane.protocol.process.Build;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands of the rendered chart against the program's own options, and against each other. No Kubernetes is asked. */
class ChartCommandsTest {
    private static final Pattern FILE = Pattern.compile("/etc/hotlane/[a-z]+(?=/)|/snapshots|/data");

    @TempDir
    private Path directory;

    private ParseResult parsed(Container container) {
        return ProgramWords.parsed(container.words(), container.environment(), directory);
    }

    private Object option(Container container, String name) {
        return parsed(container).matchedOptionValue(name, null);
    }

    private static List<String> names(RenderedChart chart) {
        return chart.containers().stream().map(Container::toString).toList();
    }

    @Test
    void everyCommandAndEveryVariableIsOneOfTheProgram() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            assertThat(chart.containers())
                    .allSatisfy(one -> assertThat(parsed(one).errors()).isEmpty());
        }
        assertThat(names(RenderedChart.golden("everything")))
                .containsExactlyInAnyOrder(
                        "StatefulSet hotlane, container node",
                        "Deployment hotlane-console, container console",
                        "Deployment hotlane-feed, container feed",
                        "CronJob hotlane-snapshot, container snapshot",
                        "CronJob hotlane-drill, container drill",
                        "CronJob hotlane-retention, container retention",
                        "Job hotlane-setup, container topics",
                        "Job hotlane-setup, container schema",
                        "Job hotlane-check, container topics",
                        "Job hotlane-check, container schema");
        assertThat(names(RenderedChart.golden("default")))
                .hasSize(8)
                .noneMatch(name -> name.matches(".*(feed|retention).*"));
        RenderedChart misspelt = RenderedChart.golden("default").with("--gateway-port", "--gateway-prot");
        assertThatThrownBy(() -> parsed(misspelt.node())).isInstanceOf(UnmatchedArgumentException.class);
        RenderedChart unknown =
                RenderedChart.golden("default").with("HOTLANE_GATEWAY_REPLY_PARTITION", "HOTLANE_GATEWAY_REPLY_PART");
        assertThatThrownBy(() -> parsed(unknown.node())).hasMessageContaining("HOTLANE_GATEWAY_REPLY_PART");
    }

    @Test
    void noPortIsOpenToOthersWithoutKeysAndTlsUnlessTheValuesSayInsecure() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            for (Container one : chart.containers()) {
                for (String port : List.of("gateway", "processor-http", "feed-http", "console")) {
                    requireSafe(one, port);
                }
            }
        }
        assertThat(option(RenderedChart.golden("default").node(), "--insecure")).isNull();
        assertThat(option(RenderedChart.golden("insecure").node(), "--insecure"))
                .isEqualTo(true);
        RenderedChart open = RenderedChart.golden("default")
                .with("- --gateway-principals=/etc/hotlane/principals/principals.json", "- --view=true");
        assertThatThrownBy(() -> requireSafe(open.node(), "gateway")).isInstanceOf(AssertionError.class);
    }

    private void requireSafe(Container of, String port) {
        Object host = option(of, "--" + port + "-host");
        if (host != null) {
            String options = "--" + port.replace("-http", "");
            boolean principals = option(of, options + "-principals") != null;
            boolean tls = option(of, options + "-tls-cert") != null && option(of, options + "-tls-key") != null;
            boolean insecure = option(of, "--insecure") != null;
            assertThat(SafeStart.objection(host.toString(), principals, tls, insecure))
                    .as(of + ": " + port)
                    .isEmpty();
        }
    }

    @Test
    void everyFileOfACommandIsOnAMountedVolume() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            for (Container one : chart.containers()) {
                List<String> places = RenderedChart.each(one.itself().get("volumeMounts"), "mountPath");
                String all = String.join(" ", one.words()) + " " + one.environment();
                assertThat(FILE.matcher(all).results().map(found -> found.group()))
                        .as(one.toString())
                        .allMatch(places::contains);
                assertThat(RenderedChart.each(one.itself().get("volumeMounts"), "name"))
                        .as(one.toString())
                        .isSubsetOf(RenderedChart.each(one.spec().get("volumes"), "name"));
            }
        }
    }

    @Test
    void rulesAreMadeForTheHeapOfANodeAndTheMemoryHoldsIt() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            Container topics = chart.container("Job hotlane-setup");
            String heap = topics.words().stream()
                    .filter(word -> word.startsWith("--heap="))
                    .findFirst()
                    .orElseThrow()
                    .substring("--heap=".length());
            assertThat(chart.node().environment().get("JDK_JAVA_OPTIONS").split(" "))
                    .contains("-Xmx" + heap);
            assertThat(option(topics, "--view")).isEqualTo(option(chart.node(), "--view"));
            assertThat(String.valueOf(option(topics, "--cards-bytes-max")))
                    .isEqualTo(String.valueOf(option(chart.node(), "--cards-bytes-max")));
            assertThat(chart.containers()).allSatisfy(one -> {
                String memory =
                        at(one.itself(), "resources", "limits", "memory").toString();
                Matcher own =
                        Pattern.compile("-Xmx(\\w+)").matcher(one.environment().getOrDefault("JDK_JAVA_OPTIONS", ""));
                assertThat(mebibytes(memory))
                        .as(one.toString())
                        .isGreaterThanOrEqualTo(own.find() ? mebibytes(own.group(1)) * 3 / 2 : 1024);
            });
        }
    }

    private static long mebibytes(String size) {
        long number = Long.parseLong(size.replaceFirst("\\D.*", ""));
        return size.matches(".*[gG]i?") ? number * 1024 : number;
    }

    @Test
    void eachNodeHasTheReplyPartitionOfItsPodsIndex() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            Container node = chart.node();
            assertThat(parsed(node)
                            .commandSpec()
                            .findOption("--gateway-reply-partition")
                            .<Object>getValue())
                    .hasToString("1");
            assertThat(list(node.itself().get("env")))
                    .anyMatch(one -> "metadata.labels['apps.kubernetes.io/pod-index']"
                            .equals(at(one, "valueFrom", "fieldRef", "fieldPath")));
            int replicas = (int) at(chart.object("StatefulSet", "hotlane"), "spec", "replicas");
            assertThat(replicas).isLessThanOrEqualTo((int) option(chart.container("Job hotlane-setup"), "--gateways"));
        }
    }

    @Test
    void theConsoleReadsTheAdminPortOfEachNodeByTheNameThatItAnswersTo() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            String source = option(chart.container("Deployment hotlane-console"), "--console-sources")
                    .toString();
            assertThat(source)
                    .isEqualTo("[dns:hotlane-nodes.shop.svc:" + option(chart.node(), "--processor-http-port") + "]");
            assertThat(option(chart.node(), "--processor-http-hosts").toString())
                    .contains("hotlane-nodes.shop.svc,");
            Map<String, Object> headless = chart.object("Service", "hotlane-nodes");
            assertThat(at(headless, "spec", "clusterIP")).isEqualTo("None");
            assertThat(at(headless, "spec", "publishNotReadyAddresses")).isEqualTo(true);
        }
    }

    @Test
    void theJobBeforeAnUpgradeMakesNoTopic() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            assertThat(hook(chart, "hotlane-setup")).isEqualTo("pre-install");
            assertThat(hook(chart, "hotlane-check")).isEqualTo("pre-upgrade");
            assertThat(chart.container("Job hotlane-setup").words()).startsWith("topics", "create");
            assertThat(chart.container("Job hotlane-check").words()).startsWith("topics", "check");
        }
    }

    private static Object hook(RenderedChart chart, String job) {
        return at(chart.object("Job", job), "metadata", "annotations", "helm.sh/hook");
    }

    @Test
    void theImageIsThatOfThisVersion() throws IOException {
        assertThat(RenderedChart.golden("default").containers())
                .allSatisfy(one -> assertThat(one.itself().get("image")).isEqualTo(ImageTar.name()));
        assertThat(RenderedChart.golden("everything").text()).contains(Build.THIS.version());
    }
}
