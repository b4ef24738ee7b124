package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window that shows the pages of one console, by its own driver: nothing is downloaded. One thread. */
final class ConsoleBrowser implements AutoCloseable {
    static final String ABSENT = "no Chromium with its driver is installed";

    private static final Duration SCRIPT_MAX = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int HEIGHT = 1_000;
    private static final int TAB_STOPS_MAX = 60;
    private static final String HAS_FOCUS = "const here = document.activeElement;"
            + " return here.matches(arguments[0]) && here.textContent.trim().startsWith(arguments[1])";
    private static final String FAULTS =
            "const done = arguments[0]; axe.run(document).then(found => done(found.violations.map("
                    + "one => one.id + ': ' + one.nodes.map(node => node.html).join(' ; '))), fault => done([String(fault)]))";

    private final ChromeDriver driver;
    private String url;
    private final String axe;

    private ConsoleBrowser(ChromeDriver driver, String url) throws IOException {
        this.driver = driver;
        this.url = url;
        try (InputStream file = ConsoleBrowser.class.getResourceAsStream("/axe.min.js")) {
            axe = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static boolean isInstalled() {
        return found("chromium", "chromium-browser").isPresent()
                && found("chromedriver").isPresent();
    }

    private static Optional<Path> found(String... names) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> Stream.of(names).map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens it; {@code url} is that of the console. */
    static ConsoleBrowser open(String url) throws IOException {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(found("chromium", "chromium-browser").orElseThrow().toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(found("chromedriver").orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(SCRIPT_MAX);
        return new ConsoleBrowser(driver, url);
    }

    /** From now on it shows the pages of the console with this URL. */
    void turnTo(String other) {
        url = other;
    }

    /** Sends the login form, which is shown. */
    void login(String key) {
        driver.findElement(By.name("key")).sendKeys(key, Keys.ENTER);
    }

    /** Presses keys, which go to what has the focus. */
    void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Presses Tab until the focus is on an element of that selector whose text begins so. */
    void tabTo(String selector, String text) {
        for (int i = 0; i < TAB_STOPS_MAX; i++) {
            press(Keys.TAB);
            if (Boolean.TRUE.equals(driver.executeScript(HAS_FOCUS, selector, text))) {
                return;
            }
        }
        throw new AssertionError("no tab stop is " + selector + " " + text);
    }

    /** Shows a view of that width, light or dark. */
    void show(String view, String scheme, int width) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
        driver.get(url + "#" + view);
    }

    WebDriver driver() {
        return driver;
    }

    /** The text that is shown. */
    String text() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** Waits until all of these are shown. */
    void awaitText(String... parts) {
        Awaitility.await(String.join(", ", parts))
                .atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(text()).contains(parts));
    }

    /** The texts of all elements of a selector. */
    List<String> cells(String selector) {
        return driver.findElements(By.cssSelector(selector)).stream()
                .map(WebElement::getText)
                .toList();
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Faults of access that axe-core finds in what is shown. */
    List<?> faultsOfAccess() {
        driver.executeScript(axe);
        return (List<?>) driver.executeAsyncScript(FAULTS);
    }

    /** Errors that the browser wrote, among them every violation of the policy. */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Writes what is shown as a PNG, if `-Dpictures=DIRECTORY` was given. */
    void picture(String name) throws IOException {
        String directory = System.getProperty("pictures");
        if (directory != null) {
            Files.write(Path.of(directory, name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
