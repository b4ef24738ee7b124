package dev.hotlane.gateway.status;

import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.rate.PrincipalRate;
import dev.hotlane.access.rate.PrincipalRates;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Calls, refusals, calls in flight and streams by principal. A file may have 10,000 principals, so only the first 200 that
 * are in it have labels of their own; the label {@code other} has the sum of all others. Any thread.
 */
public final class PrincipalMeters {
    /** Most principals with a label of their own. */
    public static final int LABELS_MAX = 200;

    /** The label of all others; no principal of a file is hidden by it, as each of the first 200 has its own. */
    private static final String OTHER = "other";

    private final Metrics metrics;
    private final PrincipalRates rates;
    private final Set<String> labelled = new LinkedHashSet<>();
    private Principals last;

    private PrincipalMeters(Metrics metrics, PrincipalRates rates) {
        this.metrics = metrics;
        this.rates = rates;
    }

    /** Registers the meters of all principals; those that come into the file later are registered at the next scrape. */
    public static void bind(Metrics metrics, PrincipalRates rates, Supplier<Principals> principals) {
        PrincipalMeters meters = new PrincipalMeters(metrics, rates);
        meters.add(OTHER, meters::others);
        metrics.beforeScrape(() -> meters.label(principals.get()));
    }

    /** What a label's meters read. */
    private interface Source {
        double sum(ToDoubleFunction<PrincipalRate> of);
    }

    private synchronized void label(Principals now) {
        if (now == last) {
            return;
        }
        last = now;
        for (Principal principal : now.all()) {
            String name = principal.name();
            if (labelled.size() < LABELS_MAX && !name.equals(OTHER) && labelled.add(name)) {
                add(name, of -> {
                    PrincipalRate rate = rates.named(name);
                    return rate == null ? 0 : of.applyAsDouble(rate);
                });
            }
        }
    }

    private void add(String label, Source source) {
        String[] tags = {"principal", label};
        metrics.count(
                "hotlane_principal_calls", "Calls by principal", source, of -> of.sum(PrincipalRate::calls), tags);
        metrics.count(
                "hotlane_quota_refusals",
                "Calls and streams answered 429 as their principal's rate was used up",
                source,
                of -> of.sum(PrincipalRate::refused),
                tags);
        metrics.gauge(
                "hotlane_principal_in_flight",
                "Calls without an answer by principal",
                source,
                of -> of.sum(PrincipalRate::inFlight),
                tags);
        metrics.gauge(
                "hotlane_principal_streams",
                "Open watches by principal",
                source,
                of -> of.sum(PrincipalRate::streams),
                tags);
    }

    private synchronized double others(ToDoubleFunction<PrincipalRate> of) {
        return rates.sumBut(labelled, of);
    }
}
