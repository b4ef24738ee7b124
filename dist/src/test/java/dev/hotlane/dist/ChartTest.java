package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.at;
import static dev.hotlane.dist.YamlTree.list;
import static dev.hotlane.dist.YamlTree.map;
import static dev.hotlane.dist.YamlTree.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.dist.RenderedChart.Container;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What the golden files of the chart promise, and that they are rendered from the chart that is here. No Kubernetes is asked. */
class ChartTest {
    private static final Path RULES = Path.of("src/main/prometheus/hotlane.rules.yml");

    @TempDir
    private Path directory;

    @Test
    void theGoldenFilesAreRenderedFromThisChart() throws IOException {
        for (String name : List.of("default", "everything", "insecure")) {
            requireRendered(RenderedChart.DEPLOY, name);
        }
        Path edited = copy();
        requireRendered(edited, "default");
        Path template = edited.resolve("hotlane/templates/nodes.yaml");
        Files.writeString(template, Files.readString(template).replace("minReadySeconds: 60", "minReadySeconds: 6"));
        assertThatThrownBy(() -> requireRendered(edited, "default")).isInstanceOf(AssertionError.class);
    }

    private static void requireRendered(Path deploy, String name) throws IOException {
        String golden = Files.readString(deploy.resolve("golden/" + name + ".yaml"));
        assertThat(golden.lines().findFirst().orElseThrow())
                .as("run infra/deploy/render: chart or values have changed since this file was rendered")
                .endsWith(RenderedChart.sum(deploy, name));
    }

    private Path copy() throws IOException {
        try (Stream<Path> each = Files.walk(RenderedChart.DEPLOY)) {
            for (Path file : each.filter(Files::isRegularFile).toList()) {
                Path target = directory.resolve(RenderedChart.DEPLOY.relativize(file));
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return directory;
    }

    @Test
    void livenessIsOfTheAdminPortAndReadinessOfItselfOnTheDataPort() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            requireProbes(chart);
        }
        RenderedChart chart = RenderedChart.golden("default");
        RenderedChart laneReady = chart.with("/readyz?of=self", "/readyz");
        assertThatThrownBy(() -> requireProbes(laneReady)).isInstanceOf(AssertionError.class);
        RenderedChart dataPort = chart.with("{ path: /healthz, port: admin", "{ path: /healthz, port: calls");
        assertThatThrownBy(() -> requireProbes(dataPort)).isInstanceOf(AssertionError.class);
        RenderedChart plain = chart.with("scheme: HTTPS", "scheme: HTTP");
        assertThatThrownBy(() -> requireProbes(plain)).isInstanceOf(AssertionError.class);
    }

    private static void requireProbes(RenderedChart chart) {
        Container node = chart.node();
        String scheme = node.words().contains("--gateway-tls-cert=/etc/hotlane/tls/tls.crt") ? "HTTPS" : "HTTP";
        assertThat(RenderedChart.ports(node)).isEqualTo(Map.of("calls", 8080, "admin", 8081));
        assertThat(node.words()).contains("--gateway-port=8080", "--processor-http-port=8081");
        for (String probe : List.of("startupProbe", "livenessProbe")) {
            assertThat(at(node.itself(), probe, "httpGet"))
                    .as(probe)
                    .isEqualTo(Map.of("path", "/healthz", "port", "admin", "scheme", scheme));
        }
        assertThat(at(node.itself(), "readinessProbe", "httpGet"))
                .isEqualTo(Map.of("path", "/readyz?of=self", "port", "calls", "scheme", scheme));
        int startup = (int) at(node.itself(), "startupProbe", "periodSeconds")
                * (int) at(node.itself(), "startupProbe", "failureThreshold");
        assertThat(startup).isEqualTo(60);
    }

    @Test
    void theNodesStopSlowlyAndOneAfterTheOther() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            Map<String, Object> set = map(chart.object("StatefulSet", "hotlane").get("spec"));
            assertThat(set).containsEntry("podManagementPolicy", "Parallel").containsEntry("minReadySeconds", 60);
            assertThat(chart.node().spec()).containsEntry("terminationGracePeriodSeconds", 60);
            assertThat(chart.node().spec().get("affinity").toString()).contains("topology.kubernetes.io/zone");
            Map<String, Object> budget =
                    map(chart.object("PodDisruptionBudget", "hotlane").get("spec"));
            assertThat(budget).containsEntry("maxUnavailable", 1);
            assertThat(RenderedChart.selects(at(budget, "selector", "matchLabels"), chart.node()))
                    .isTrue();
        }
    }

    @Test
    void noContainerHasARightThatItDoesNotNeed() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            assertThat(chart.containers()).isNotEmpty().allSatisfy(one -> {
                assertThat(at(one.itself(), "securityContext"))
                        .isEqualTo(Map.of(
                                "allowPrivilegeEscalation",
                                false,
                                "readOnlyRootFilesystem",
                                true,
                                "capabilities",
                                Map.of("drop", List.of("ALL"))));
                assertThat(at(one.spec(), "securityContext", "runAsUser")).hasToString(ImageTar.ACCOUNT);
                assertThat(at(one.spec(), "securityContext", "runAsNonRoot")).isEqualTo(true);
                assertThat(one.spec())
                        .containsEntry("automountServiceAccountToken", false)
                        .containsEntry("enableServiceLinks", false);
                assertThat(one.itself()).containsEntry("terminationMessagePolicy", "FallbackToLogsOnError");
                assertThat(RenderedChart.each(one.itself().get("volumeMounts"), "mountPath"))
                        .contains("/data");
            });
            assertThat(chart.text()).doesNotContain("subPath").doesNotContain("kind: Secret");
        }
    }

    @Test
    void everyServiceLeadsToAPortOfThePodsThatItSelects() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            assertThat(chart.objects("Service")).hasSizeBetween(2, 3).allSatisfy(service -> {
                List<Container> selected = chart.containers().stream()
                        .filter(one -> RenderedChart.selects(at(service, "spec", "selector"), one))
                        .toList();
                assertThat(selected).hasSize(1);
                assertThat(RenderedChart.ports(selected.get(0)).keySet())
                        .containsAll(RenderedChart.each(at(service, "spec", "ports"), "targetPort"));
            });
        }
    }

    @Test
    void theAdminPortIsOpenToTheConsoleAndToMonitoringOnly() throws IOException {
        RenderedChart chart = RenderedChart.golden("everything");
        Map<String, Object> policy =
                map(chart.object("NetworkPolicy", "hotlane-nodes").get("spec"));
        assertThat(RenderedChart.selects(at(policy, "podSelector", "matchLabels"), chart.node()))
                .isTrue();
        Object admin = list(policy.get("ingress")).get(1);
        assertThat(RenderedChart.each(at(admin, "ports"), "port")).containsExactly("admin");
        Object console = at(list(at(admin, "from")).get(0), "podSelector", "matchLabels");
        assertThat(chart.containers().stream()
                        .filter(one -> RenderedChart.selects(console, one))
                        .map(Container::name))
                .containsExactly("console");
        assertThat(list(at(admin, "from"))).hasSize(2);
        Object alone = list(at(
                        RenderedChart.golden("default").object("NetworkPolicy", "hotlane-nodes"), "spec", "ingress"))
                .get(1);
        assertThat(list(at(alone, "from"))).hasSize(1);
        assertThat(chart.objects("NetworkPolicy"))
                .hasSize(2)
                .allSatisfy(
                        one -> assertThat(words(at(one, "spec", "policyTypes"))).containsExactly("Ingress", "Egress"));
    }

    @Test
    void theAlertsAreThoseOfTheArchive() throws IOException {
        String rules = Files.readString(RULES);
        assertThat(RenderedChart.DEPLOY.resolve("hotlane/rules/hotlane.rules.yml"))
                .hasContent(rules);
        assertThat(RenderedChart.golden("everything")
                        .object("PrometheusRule", "hotlane")
                        .get("spec"))
                .isEqualTo(new Yaml().load(rules));
        Map<String, Object> monitor = RenderedChart.golden("everything").object("ServiceMonitor", "hotlane");
        Object labels = at(monitor, "spec", "selector", "matchLabels");
        assertThat(RenderedChart.golden("everything").objects("Service").stream()
                        .filter(one -> map(at(one, "metadata", "labels"))
                                .entrySet()
                                .containsAll(map(labels).entrySet()))
                        .map(one -> at(one, "metadata", "name")))
                .containsExactlyInAnyOrder("hotlane-nodes", "hotlane-feed");
    }

    @Test
    void snapshotsStayOnAVolumeThatTheDrillReads() throws IOException {
        for (RenderedChart chart : RenderedChart.all()) {
            Object claim = at(chart.objects("PersistentVolumeClaim").get(0), "metadata", "name");
            for (String job : List.of("CronJob hotlane-snapshot", "CronJob hotlane-drill")) {
                Container one = chart.container(job);
                assertThat(one.words()).contains("--directory=/snapshots");
                assertThat(list(one.spec().get("volumes")))
                        .anyMatch(volume -> claim.equals(at(volume, "persistentVolumeClaim", "claimName")));
            }
            assertThat(at(chart.objects("PersistentVolumeClaim").get(0), "metadata", "annotations"))
                    .isEqualTo(Map.of("helm.sh/resource-policy", "keep"));
        }
    }
}
