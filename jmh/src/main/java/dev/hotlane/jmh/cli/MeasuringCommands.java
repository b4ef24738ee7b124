package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.MoreCommands;
import dev.hotlane.jmh.compare.CompareCommand;
import java.util.List;

/** `hotlane bench` and `hotlane compare`, as a service of the program. */
public final class MeasuringCommands implements MoreCommands {
    @Override
    public List<Object> commands() {
        return List.of(new BenchCommand(), new CompareCommand());
    }
}
