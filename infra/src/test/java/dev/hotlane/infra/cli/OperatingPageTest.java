package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/operating.md about the log do what stands below them, and end, on a lane whose leader appends
 * TICKs all the time. That of kcat is run where kcat is installed.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class OperatingPageTest {
    @Test
    void commandsOfThePageDoWhatItSaysOnALaneThatTicks(DevStack stack, @TempDir Path directory) throws Exception {
        // Not in containers: the page looks into the broker's files.
        Lane lane = Lane.create(stack, "operatingpagetest");
        try (LivingLane living = new LivingLane(lane, directory)) {
            boolean kcat = isKcatInstalled();
            if (!kcat) {
                System.out.println("The recipe of kcat in docs/operating.md is not run: kcat is not installed.");
            }
            new LogPage(lane, living).run(command -> kcat || !command.startsWith("kcat "), directory);
        }
    }

    private static boolean isKcatInstalled() throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v kcat").start().waitFor() == 0;
    }
}
