package dev.hotlane.infra.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that works on the log of a lane and on its database. */
abstract class LaneCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    LaneOptions lane;

    @Mixin
    KafkaOptions kafka;

    @Mixin
    MySqlOptions mysql;
}
