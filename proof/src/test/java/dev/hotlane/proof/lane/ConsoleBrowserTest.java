package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.ConsoleSettings;
import dev.hotlane.console.RunningConsole;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.log.KafkaLoggedLane;
import dev.hotlane.infra.rules.CaredLane;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** The console's pages in a real browser: two real nodes under a sale, hostile keys, both themes, two widths, a kill -9. */
@Tag("it")
@ExtendWith(RealStack.class)
@EnabledIf(value = "isInstalled", disabledReason = ConsoleBrowser.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleBrowserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String SCRIPT = "stock:<img src=x onerror=alert(1)>";
    private static final String BACKWARDS = "stock:\u202ecba \u05d0\u05d1\u05d2";
    private static final String SOLD_OUT = "stock:radio";
    private static final Map<String, Integer> UNITS = Map.of(
            "stock:lamp",
            20_000,
            "stock:chair",
            6_000,
            SOLD_OUT,
            30,
            SCRIPT,
            9_000,
            BACKWARDS,
            4_000,
            "stock:" + "a-long-name-".repeat(8),
            12_000);
    private static final String RESERVED = "sale-2";
    private static final Map<String, String> EXPECTED = Map.of(
            "now",
            "Take-overs",
            "log",
            "This is the end of the log",
            "reservation",
            "asks to confirm",
            "care",
            "windowAgeMs");
    private static final String ALL = "51\u202f030";

    private final WholeLane on;
    private final List<ProcessorChild> nodes;
    private SteadySale sale;
    private RunningConsole console;
    private GuardedConsole guarded;
    private ConsoleBrowser browser;

    ConsoleBrowserTest(Lane lane) {
        on = new WholeLane(lane);
        nodes = List.of(on.node(0), on.node(1));
    }

    static boolean isInstalled() {
        return ConsoleBrowser.isInstalled();
    }

    @BeforeAll
    void start() throws IOException {
        nodes.get(0).start().awaitLeading();
        nodes.get(1).start().awaitFollowing();
        Client client = on.client(nodes.get(1));
        WholeLane.awaitServing(client);
        sale = new SteadySale(client, UNITS).start();
        List<SourceName> sources = nodes.stream()
                .map(node -> SourceName.of("http://127.0.0.1:" + node.httpPort(), false))
                .toList();
        MySqlSettings mysql = new MySqlSettings(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
        KafkaConnection kafka = on.lane.stack().connection();
        FlushSettings checkpoint = Verifier.database(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
        List<String> places = sources.stream().map(SourceName::text).toList();
        KafkaLoggedLane log = new KafkaLoggedLane(kafka, CaredLane.of(kafka, on.lane.name(), checkpoint, places));
        ConsoleSettings settings =
                new ConsoleSettings("127.0.0.1", 0, List.of(), sources, null, mysql, "stock:", "limit:", log);
        console = RunningConsole.open(settings);
        guarded = ConsoleLogins.principals().open(settings);
        browser = ConsoleBrowser.open(console.url());
    }

    @AfterAll
    void end() {
        Stream.<AutoCloseable>of(browser, console, guarded, sale, on)
                .filter(one -> one != null)
                .forEach(one -> {
                    try {
                        one.close();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    private void awaitText(String... parts) {
        browser.awaitText(parts);
    }

    private List<String> cells(String selector) {
        return browser.cells(selector);
    }

    /** Goal: keys are text, whatever they contain; no script of a key runs, and the policy was not violated. */
    @Test
    void eachViewShowsTheSaleAndHostileKeysAsText() throws IOException {
        browser.show("now", "light", 1280);
        awaitText("Reserved", "leads", "of the leader", "p99 of writes");
        Awaitility.await("a rate of sales")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cells(".tiles .lead dd").get(0).matches("[1-9][\\d\u202f.]*/s"));
        browser.show("sale", "light", 1280);
        awaitText(SCRIPT, "stock:lamp", "stock:\\u202ecba \u05d0\u05d1\u05d2", ALL);
        assertThat(browser.script("return document.images.length")).isEqualTo(0L);
        Awaitility.await("a sell-out")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cells(".tiles dd").get(4).equals("1"));
        browser.show("hot", "light", 1280);
        awaitText(SCRIPT, "stock:lamp");
        assertThat(browser.script("return document.images.length")).isEqualTo(0L);
        browser.show("log?follow=1", "light", 1280);
        awaitText("asks to hold for 600 s for owner <b>owner</b>", SCRIPT, "New records appear here.");
        browser.picture("console-log-follow");
        assertThat(browser.script("return document.images.length")).isEqualTo(0L);
        browser.show("reservation?id=" + RESERVED, "light", 1280);
        awaitText("asks to hold", "asks to confirm " + RESERVED);
        assertThat(browser.script("return document.querySelectorAll('main b').length"))
                .isEqualTo(0L);
        assertThat(browser.errors()).isEmpty();
    }

    /** Goal: the limits of all buyers take one line, and the keyboard opens it. */
    @Test
    void limitsAreOneLineThatOpens() throws IOException {
        browser.show("sale", "light", 1280);
        awaitText("stock:lamp", "Limits: 10 keys,");
        assertThat(browser.text()).doesNotContain("limit:sale:");
        browser.tabTo("summary", "Limits");
        browser.press(Keys.ENTER);
        awaitText("limit:sale:", "counted every 10 s");
        assertThat(cells(".limits tbody td").get(1)).isEqualTo("10");
        assertThat(browser.text()).doesNotContain("limit:sale:u");
        assertThat(browser.faultsOfAccess()).isEmpty();
        browser.picture("console-limits-light-1280");
    }

    @Test
    void noViewHasAFaultOfAccessInEitherThemeAndWidth() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String scheme : List.of("light", "dark")) {
            for (int width : new int[] {1280, 390}) {
                for (String view :
                        List.of("now", "sale", "hot", "log?id=" + RESERVED, "reservation?id=" + RESERVED, "care")) {
                    browser.show(view, scheme, width);
                    awaitText(EXPECTED.getOrDefault(view.replaceAll("\\?.*", ""), "stock:lamp"));
                    String name = view.replaceAll("\\?.*", "") + "-" + scheme + "-" + width;
                    browser.faultsOfAccess().forEach(fault -> wrong.add(name + ": " + fault));
                    if (!Boolean.TRUE.equals(
                            browser.script("return document.documentElement.scrollWidth <= innerWidth"))) {
                        wrong.add(name + " is wider than the window");
                    }
                    browser.picture("console-" + name);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyViewIsReachedByTheKeyboardAlone() {
        browser.show("now", "light", 1280);
        awaitText("Hot keys");
        for (String view : List.of("Sale", "Hot keys", "Log", "Reservation", "Care", "Now")) {
            browser.tabTo("nav a", view);
            browser.press(Keys.ENTER);
            Awaitility.await(view)
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> cells("nav a[aria-current=page]").equals(List.of(view))
                            && browser.driver().getTitle().startsWith(view));
        }
    }

    /** Goal: a command is copied or selected without a mouse, and it is the one that is shown. */
    @Test
    void aCommandOfCareIsCopiedByTheKeyboard() {
        browser.show("care", "light", 1280);
        awaitText("windowAgeMs", "hotlane verify --lane=" + on.lane.name(), "Runbooks", "hotlane re-anchor");
        browser.tabTo("button", "Copy");
        browser.press(Keys.ENTER);
        Awaitility.await("copied or selected")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cells(".copied").get(0).matches("Copied\\.|Selected: copy it with Ctrl\\+C\\."));
        if (cells(".copied").get(0).startsWith("Selected")) {
            assertThat(browser.script("return getSelection().toString()").toString())
                    .startsWith("hotlane verify --lane=" + on.lane.name());
        }
    }

    /** Goal: a login, a view and a logout need no mouse. */
    @Test
    void aCallerLogsInAndOutByTheKeyboardAlone() {
        browser.turnTo(guarded.url());
        try {
            new ConsoleLogins(browser, guarded).byKeyboard("watcher");
        } finally {
            browser.turnTo(console.url());
        }
    }

    /** Goal: each caller sees the views, keys and records of its grants, and nothing when its access ends. */
    @Test
    void callersLogInAndSeeWhatTheirGrantsAllow() throws IOException {
        browser.turnTo(guarded.url());
        try {
            new ConsoleLogins(browser, guarded).check(RESERVED);
        } finally {
            browser.turnTo(console.url());
        }
    }

    /** Goal: a dead node's column has no number, and the take-over is shown. The time until then is printed. */
    @Test
    void aKilledLeaderTurnsGreyAndItsSuccessorIsNamed() throws IOException {
        browser.show("now", "dark", 1280);
        awaitText("2 of 2 answer", "leads");
        ProcessorChild leader = Awaitility.await("a leader")
                .atMost(PATIENCE)
                .until(
                        () -> nodes.stream()
                                .filter(node -> new LocalPages(node.httpPort(), PATIENCE).ready())
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
        leader.kill9();
        long killed = System.nanoTime();
        awaitText("last answer", "1 of 2 answer");
        System.out.printf("console: kill -9 was shown after %,d ms%n", (System.nanoTime() - killed) / 1_000_000);
        Awaitility.await("a column without numbers")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(cells(".processes td.gone"))
                        .hasSizeGreaterThan(10)
                        .allMatch(cell ->
                                !cell.matches(".*\\d.*") || cell.contains("onnect") || cell.contains("answer")));
        Awaitility.await("the take-over")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !browser.text().contains("None since the console started")
                        && browser.text().contains("leads"));
        for (String scheme : List.of("light", "dark")) {
            browser.show("now", scheme, 1280);
            awaitText("last answer");
            assertThat(browser.faultsOfAccess()).as(scheme).isEmpty();
            browser.picture("console-kill-" + scheme + "-1280");
        }
        // The other tests of this class need one leader only.
        leader.start();
    }
}
