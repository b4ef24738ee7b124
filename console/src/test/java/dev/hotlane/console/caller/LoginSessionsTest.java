package dev.hotlane.console.caller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Grant;
import dev.hotlane.access.HoldScope;
import dev.hotlane.access.Identities;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long sessions last, how many there are, and how often an address may try, by a clock of the test. */
public class LoginSessionsTest {
    private static final long EXPIRES = TimeUnit.HOURS.toMillis(100);

    private final String text = KeyText.make();
    private final AtomicLong clock = new AtomicLong(1_000);
    private Principals principals = principals(Verb.OBSERVE, EXPIRES);
    private final ConsoleCallers callers = new ConsoleCallers(() -> principals, clock::get);

    private Principals principals(Verb verb, long expires) {
        ApiKey key = KeyText.entry(text, expires);
        Grant grant = new Grant(EnumSet.of(verb), Prefixes.NONE, Prefixes.NONE, Prefixes.NONE, HoldScope.NONE);
        return new Principals(List.of(new Principal(
                "watcher",
                "",
                new Identities(List.of(key), List.of(), List.of()),
                new Rights(List.of(grant)),
                new CommandLimits(8, 1),
                null)));
    }

    @Test
    void aSessionEndsAfterEightHours() {
        String id = callers.login(text).id();
        clock.addAndGet(TimeUnit.HOURS.toMillis(8) - 1);
        assertThat(callers.session(id, null)).isNotNull();
        clock.incrementAndGet();
        assertThat(callers.session(id, null)).isNull();
    }

    @Test
    void aSessionEndsWithItsKey() {
        clock.set(EXPIRES - 1);
        LoginSession session = callers.login(text);
        assertThat(session.goesOn()).isTrue();
        clock.set(EXPIRES);
        assertThat(session.goesOn()).isFalse();
        assertThat(callers.login(text)).isNull();
    }

    @Test
    void aSessionEndsWithItsPrincipalAndDoesNotComeBackWithIt() {
        LoginSession session = callers.login(text);
        Principals before = principals;
        principals = new Principals(List.of());
        assertThat(session.goesOn()).isFalse();
        principals = before;
        assertThat(session.goesOn()).isFalse();
        assertThat(callers.session(session.id(), null)).isNull();
    }

    @Test
    void aSessionEndsWithChangedGrantsAndNotWithAFileReadAgain() {
        LoginSession session = callers.login(text);
        principals = principals(Verb.OBSERVE, EXPIRES);
        assertThat(session.goesOn()).isTrue();
        assertThat(session.caller().principal()).isSameAs(principals.all().get(0));
        principals = principals(Verb.OPERATE, EXPIRES);
        assertThat(session.goesOn()).isFalse();
    }

    @Test
    void oneMoreThanAThousandEndsTheOldest() {
        LoginSession oldest = callers.login(text);
        LoginSession second = callers.login(text);
        for (int i = 2; i < 1_000; i++) {
            callers.login(text);
        }
        assertThat(oldest.goesOn()).isTrue();
        callers.login(text);
        assertThat(oldest.goesOn()).isFalse();
        assertThat(callers.session(oldest.id(), null)).isNull();
        assertThat(callers.session(second.id(), null)).isSameAs(second);
    }

    @Test
    void sessionsThatAreOverAreForgotten() {
        LoginSessions sessions = new LoginSessions(() -> principals, clock::get);
        sessions.begin(callers.login(text).caller());
        sessions.sweep();
        assertThat(sessions.size()).isEqualTo(1);
        principals = new Principals(List.of());
        sessions.sweep();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void anAddressHasTenAttemptsInAnyMinute() throws UnknownHostException {
        LoginAttempts attempts = new LoginAttempts(clock::get);
        InetAddress one = InetAddress.getByName("2001:db8::1");
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(1_000);
            assertThat(attempts.take(one)).isTrue();
        }
        assertThat(attempts.take(InetAddress.getByName("2001:db8::2"))).isFalse();
        assertThat(attempts.take(InetAddress.getByName("10.0.0.1"))).isTrue();
        // A minute after the first attempt, one more is free.
        clock.addAndGet(51_000);
        assertThat(attempts.take(one)).isTrue();
        assertThat(attempts.take(one)).isFalse();
    }
}
