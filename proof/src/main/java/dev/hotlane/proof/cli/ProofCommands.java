package dev.hotlane.proof.cli;

import dev.hotlane.infra.cli.MoreCommands;
import java.util.List;

/** `hotlane simulate`, `hotlane faults` and `hotlane check-history`, as a service of the program. */
public final class ProofCommands implements MoreCommands {
    @Override
    public List<Object> commands() {
        return List.of(new CheckHistoryCommand(), new FaultsCommand(), new SimulateCommand());
    }
}
