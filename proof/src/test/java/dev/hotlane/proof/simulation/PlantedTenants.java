package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Planted.Edit;
import java.util.List;

/** Faults that let tenants or owners get into each other's way, or count their open holds wrong. */
final class PlantedTenants {
    private PlantedTenants() {}

    static List<Planted> all() {
        return List.of(
                Planted.of(
                        "the tenant is left out of the record key",
                        "protocol",
                        "protocol/Sender.java",
                        "if (tenant.length == 0) {\n            return id;",
                        "if (tenant.length >= 0) {\n            return id;"),
                new Planted(
                        "the tenant is left out of the lookup of commands",
                        "processor",
                        "processor/state/Window.java",
                        List.of(
                                new Edit(
                                        "return Index.hash(seed, tenant, idHi, idLo);",
                                        "return Index.hash(seed, 0, idHi, idLo);"),
                                new Edit(
                                        "position(place) + HEADER, tenant, idHi, idLo)",
                                        "position(place) + HEADER,"
                                                + " Outcome.tenant(page(place), position(place) + HEADER), idHi,"
                                                + " idLo)"))),
                new Planted(
                        "the tenant is left out of the lookup of holds",
                        "processor",
                        "processor/state/HoldTable.java",
                        List.of(
                                new Edit(
                                        "long hash = Index.hash(seed, tenant, idHi, idLo);",
                                        "long hash = Index.hash(seed, 0, idHi, idLo);"),
                                new Edit(
                                        "index.add(Index.hash(seed, image.tenant(), ",
                                        "index.add(Index.hash(seed, 0, "),
                                new Edit("Index.hash(seed, tenant(place), ", "Index.hash(seed, 0, "),
                                new Edit("&& tenant(place) == tenant) {", ") {"))),
                PlantedFaults.processor(
                        "the tenant is left out of lists",
                        "state/HoldPages",
                        "long tenant = read.tenant();",
                        "long tenant = 0;"),
                PlantedFaults.processor(
                        "the tenant is left out of an abandon",
                        "state/Commands",
                        "CommandId target = at.record.target;",
                        """
                        CommandId target = at.record.target;
                                target.parse(
                                        at.command.bytes(), at.command.targetOffset(), at.command.targetLength());"""),
                PlantedFaults.processor(
                        "the tenant is left out of a SKIP", "state/Commands", "&& target.parseKey(at.recordKey)", """
                        && target.parseKey(at.recordKey)
                                        && target.parse(
                                                at.recordKey,
                                                target.idOffset(),
                                                at.recordKey.length - target.idOffset())"""),
                PlantedFaults.processor(
                        "the owner that a command names is not compared",
                        "state/HoldImage",
                        "isOwnedBy(command.bytes(), command.ownerOffset(), length)",
                        "length > 0"),
                PlantedFaults.processor(
                        "the owner that a read names is not compared",
                        "state/HoldImage",
                        "isOwnedBy(read.bytes(), read.ownerOffset(), length)",
                        "length > 0"),
                PlantedFaults.processor(
                        "open holds of a tenant are not counted anew at load",
                        "state/Holds",
                        "loaded[loadedCount++] = place(image);",
                        """
                        loaded[loadedCount++] = place(image);
                                if (image.isOpen()) {
                                    openOf.remove(image.tenant());
                                }"""),
                PlantedFaults.processor(
                        "an ended hold still counts for its tenant",
                        "state/Holds",
                        "openOf.remove(image.tenant());",
                        ""),
                PlantedFaults.processor(
                        "open holds of all tenants count for each",
                        "state/Quota",
                        "holds.open(tenant) >= rules",
                        "holds.open() >= rules"),
                PlantedFaults.processor(
                        "a tenant's limit is judged before the id is looked up",
                        "state/Commands",
                        "at.fingerprint = at.command.fingerprint();",
                        """
                        if (at.command.hold()
                                            && holds.open(at.command.id().tenant()) >= at.rules.tenantHoldsMax()) {
                                        answers.refuse(Verdict.QUOTA_EXCEEDED, outcomes.horizon());
                                        return;
                                    }
                                    at.fingerprint = at.command.fingerprint();"""));
    }
}
