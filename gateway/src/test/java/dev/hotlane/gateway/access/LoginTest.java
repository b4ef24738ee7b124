package dev.hotlane.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Identities;
import dev.hotlane.access.KeyCredential;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.KnownKey;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rights;
import dev.hotlane.access.rate.PrincipalRate;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

public class LoginTest {
    private static final long END = 1_000;
    private static final String HEADER = "Bearer one";

    private final ApiKey key = KeyText.entry(KeyText.make(), END);
    private final Principals principals = state(key);
    private final Login login = new Login(InetAddress.getLoopbackAddress());

    LoginTest() {
        Principal principal = principals.all().get(0);
        login.remember(HEADER, KeyCredential.caller(new KnownKey(principal, key), principals));
    }

    private static Principals state(ApiKey... keys) {
        Identities identities = new Identities(List.of(keys), List.of(), List.of());
        Rights none = new Rights(List.of());
        return new Principals(List.of(new Principal("a", "", identities, none, new CommandLimits(8, 1), null)));
    }

    @Test
    void theSameHeaderIsTheSameCaller() {
        KnownCaller caller = login.again(HEADER, principals, 0);
        assertThat(caller.principal()).isSameAs(principals.all().get(0));
        assertThat(login.again(HEADER, principals, END - 1)).isSameAs(caller);
        assertThat(login.again("Bearer two", principals, 0)).isNull();
        assertThat(login.again("Bearer ones", principals, 0)).isNull();
        assertThat(login.again(HEADER, principals, 0)).isSameAs(caller);
    }

    @Test
    void theCallerEndsWithItsKey() {
        assertThat(login.again(HEADER, principals, END)).isNull();
        // For good: it is not known again if a clock goes back.
        assertThat(login.again(HEADER, principals, 0)).isNull();
    }

    @Test
    void theCallerIsThatOfTheNewestState() {
        Principals other = state(key);
        assertThat(login.again(HEADER, other, 0).principal())
                .isSameAs(other.all().get(0));
        assertThat(login.again(HEADER, state(KeyText.entry(KeyText.make(), END)), 0))
                .isNull();
    }

    @Test
    void anotherSecretOfTheSameIdIsAnotherKey() {
        ApiKey changed = new ApiKey(key.id(), new byte[32], END);
        assertThat(login.again(HEADER, state(changed), 0)).isNull();
    }

    @Test
    void aCallThatBeginsOnAClosedConnectionIsOverAtOnce() {
        PrincipalRate rate = new PrincipalRate(null, 0);
        login.closed();
        login.begins(new RatedCall(rate, rate.begin(false, 0)));
        assertThat(rate.inFlight()).isZero();
    }
}
