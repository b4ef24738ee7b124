package dev.hotlane.access.rate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Identities;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rate;
import dev.hotlane.access.Rights;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Principals keep what they used when the file changes. */
class PrincipalRatesTest {
    private final PrincipalRates rates = new PrincipalRates();

    @Test
    void aNameHasOneRateThroughAllStatesOfTheFile() {
        PrincipalRate first = rates.of(principal("a", new Rate(1, 2, 3, 4)));
        assertThat(rates.of(principal("a", new Rate(1, 2, 3, 4)))).isSameAs(first);
        assertThat(rates.of(principal("a", null))).isSameAs(first);
        assertThat(first.rate()).isNull();
        assertThat(rates.of(principal("a", new Rate(9, 9, 9, 9))).rate()).isEqualTo(new Rate(9, 9, 9, 9));
        assertThat(rates.of(principal("b", null))).isNotSameAs(first);
    }

    @Test
    void removedPrincipalsAreForgotten() {
        rates.of(principal("a", null));
        PrincipalRate second = rates.of(principal("b", null));
        rates.keep(new Principals(List.of(principal("b", null))));
        assertThat(rates.named("a")).isNull();
        assertThat(rates.named("b")).isSameAs(second);
    }

    private static Principal principal(String name, Rate rate) {
        Identities none = new Identities(List.of(), List.of(), List.of());
        return new Principal(name, "", none, new Rights(List.of()), new CommandLimits(8, 1), rate);
    }
}
