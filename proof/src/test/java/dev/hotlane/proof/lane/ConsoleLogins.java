package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Logs callers in at a console in a browser, one after the other. The lane's records are of the empty tenant. One thread. */
final class ConsoleLogins {
    private final ConsoleBrowser browser;
    private final GuardedConsole console;

    ConsoleLogins(ConsoleBrowser browser, GuardedConsole console) {
        this.browser = browser;
        this.console = console;
    }

    /** A console with the principals that log in; it is not open yet. */
    static GuardedConsole principals() throws IOException {
        return new GuardedConsole()
                .with("watcher", "", "{\"verbs\":[\"observe\"]},{\"verbs\":[\"read\"],\"keys\":[\"stock:lamp\"]}")
                .with("clerk", "", "{\"verbs\":[\"read\"],\"holds\":\"tenant\"}")
                .with("stranger", "acme", "{\"verbs\":[\"read\"],\"holds\":\"tenant\"}")
                .with("operator", "acme", "{\"verbs\":[\"operate\"]}");
    }

    /** Throws AssertionError unless each sees what its grants allow; {@code reserved} is the id of a confirmed reservation. */
    void check(String reserved) throws IOException {
        List<Object> wrong = new ArrayList<>();
        form(wrong);
        watcher(wrong);
        logOut();
        see("clerk", "log", "asks to hold", "Records of the empty tenant");
        assertThat(browser.cells("nav a")).containsExactly("Log", "Reservation");
        logOut();
        see("stranger", "reservation?id=" + reserved, "No command names this id", "Records of the tenant acme");
        logOut();
        see("operator", "log?id=" + reserved, "asks to confirm " + reserved);
        browser.show("sale", "light", 1280);
        browser.awaitText("stock:chair");
        console.remove("operator");
        browser.awaitText("API key");
        assertThat(browser.errors()).allMatch(error -> error.contains("401") || error.contains("403"));
        assertThat(wrong).isEmpty();
    }

    /** Throws AssertionError unless that principal logs in, reaches Sale and logs out by the keyboard alone. */
    void byKeyboard(String name) {
        browser.show("now", "light", 1280);
        browser.awaitText("API key");
        browser.tabTo("input[name=key]", "");
        browser.press(console.key(name), Keys.ENTER);
        browser.awaitText(name, "Log out", "Reserved");
        browser.tabTo("nav a", "Sale");
        browser.press(Keys.ENTER);
        browser.awaitText("stock:lamp");
        browser.tabTo(".who button", "Log out");
        browser.press(Keys.ENTER);
        browser.awaitText("API key");
        browser.show("sale", "light", 1280);
        browser.awaitText("API key");
        assertThat(browser.errors()).allMatch(error -> error.contains("401"));
    }

    private void form(List<Object> wrong) throws IOException {
        browser.show("now", "light", 390);
        browser.awaitText("API key");
        wrong.addAll(browser.faultsOfAccess());
        browser.picture("console-login-light-390");
        browser.login("hl_wrong");
        browser.awaitText("No principal has this key, or it has expired.");
        browser.show("now", "dark", 1280);
        browser.awaitText("API key");
        wrong.addAll(browser.faultsOfAccess());
    }

    private void watcher(List<Object> wrong) throws IOException {
        browser.login(console.key("watcher"));
        browser.awaitText("watcher", "Log out", "Reserved", "leads");
        assertThat(browser.cells("nav a")).containsExactly("Now", "Sale", "Hot keys");
        browser.show("sale", "dark", 390);
        browser.awaitText("stock:lamp", "Only keys that you may read are shown");
        assertThat(browser.text()).doesNotContain("stock:chair", "onerror", "Limits:");
        wrong.addAll(browser.faultsOfAccess());
        browser.picture("console-watcher-dark-390");
        assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        browser.show("log", "light", 1280);
        browser.awaitText("You may not see this view", "\"holds\"");
    }

    private void see(String name, String view, String... expected) {
        browser.login(console.key(name));
        browser.awaitText(name, "Log out");
        browser.show(view, "light", 1280);
        browser.awaitText(expected);
    }

    private void logOut() {
        browser.driver().findElement(By.cssSelector(".who button")).click();
        browser.awaitText("API key");
    }
}
