package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.lane.http.Machine;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The sections of `bench reads`, run in their order. One thread. */
public final class ReadsBench {
    private static final Map<String, ReadsSection> SECTIONS = new LinkedHashMap<>();

    static {
        SECTIONS.put("local", new LocalSection());
        SECTIONS.put("pipelined", new PipelinedSection());
        SECTIONS.put("lane", new LaneReadSection());
        SECTIONS.put("rivals", new RivalsSection());
        SECTIONS.put("visible", new VisibleSection());
        SECTIONS.put("product", ProductSection.one());
        SECTIONS.put("list", ProductSection.list());
        SECTIONS.put("card", new CardChangeSection());
        SECTIONS.put("board", new BoardSection());
        SECTIONS.put("watch", new WatchSection());
        SECTIONS.put("proxies", new ProxiesSection());
        SECTIONS.put("crc", new CrcSection());
        SECTIONS.put("sales", new SalesSection());
        SECTIONS.put("load", new ViewLoadSection());
    }

    private final ReadsSettings settings;
    private final PrintStream out;

    /** Prints progress and tables there. */
    public ReadsBench(ReadsSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Names of all sections, in their order. */
    public static Set<String> sections() {
        return SECTIONS.keySet();
    }

    /** Runs the sections of these names; true if no answer was wrong. */
    public boolean run(Collection<String> names) throws Exception {
        try (ReadsRun run = new ReadsRun(settings, out)) {
            run.say("machine: %s", Machine.line());
            run.say(
                    "%,d connections, %,d times %s s each in turn, warm-up %s s",
                    settings.connections(),
                    settings.repeats(),
                    settings.duration().toMillis() / 1e3,
                    settings.warmUp().toMillis() / 1e3);
            for (Map.Entry<String, ReadsSection> section : SECTIONS.entrySet()) {
                if (names.contains(section.getKey())) {
                    FigureTable table = new FigureTable();
                    section.getValue().measure(run, table);
                    out.printf("%n%s%n%n%s%n", section.getKey(), table);
                }
            }
            return run.good();
        }
    }
}
