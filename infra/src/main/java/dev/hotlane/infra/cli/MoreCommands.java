package dev.hotlane.infra.cli;

import java.util.List;

/**
 * Commands of a module that this one does not depend on, for measuring and proving. The program finds them on its class
 * path as a service ({@link java.util.ServiceLoader}); the launcher puts their module there.
 */
public interface MoreCommands {
    /** The commands, each an object with picocli's annotations, new in every call. */
    List<Object> commands();
}
