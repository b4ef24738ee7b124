package dev.hotlane.access.rate;

import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The rates of all principals of one gateway, by their names. A changed file changes a principal's rate and not what it has
 * used of it. Any thread.
 */
public final class PrincipalRates {
    private final ConcurrentHashMap<String, PrincipalRate> byName = new ConcurrentHashMap<>();

    /** The principal's rate. Once it was called, a call allocates nothing. */
    public PrincipalRate of(Principal principal) {
        PrincipalRate found = byName.get(principal.name());
        if (found == null) {
            found = byName.computeIfAbsent(
                    principal.name(), name -> new PrincipalRate(principal.rate(), System.nanoTime()));
        }
        if (!Objects.equals(found.rate(), principal.rate())) {
            found.change(principal.rate());
        }
        return found;
    }

    /** The rate of this name; null if no such principal called yet. */
    public PrincipalRate named(String name) {
        return byName.get(name);
    }

    /** The sum of a figure of all principals but these. */
    public double sumBut(Set<String> names, ToDoubleFunction<PrincipalRate> figure) {
        return byName.entrySet().stream()
                .filter(one -> !names.contains(one.getKey()))
                .mapToDouble(one -> figure.applyAsDouble(one.getValue()))
                .sum();
    }

    /** Forgets principals that are not in this state of the file. Calls that began still end in the old object. */
    public void keep(Principals state) {
        Set<String> names = state.all().stream().map(Principal::name).collect(Collectors.toSet());
        byName.keySet().retainAll(names);
    }
}
