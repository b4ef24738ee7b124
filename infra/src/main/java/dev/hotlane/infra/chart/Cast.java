package dev.hotlane.infra.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a terminal showed, and when: an asciicast of version 2 (https://docs.asciinema.org/manual/asciicast/v2/).
 * Immutable.
 */
public record Cast(String title, int width, int height, List<Output> outputs) {
    /** The outputs are copied; their times ascend. */
    public Cast {
        outputs = List.copyOf(outputs);
    }

    /**
     * Text that the terminal got.
     *
     * @param seconds since the start of the recording
     */
    public record Output(double seconds, String text) {}

    /** The same with its longest pauses cut, so that it takes that many seconds at most. */
    public Cast within(double secondsMax) {
        double pauseMax = pauseMax(secondsMax);
        List<Output> cut = new ArrayList<>();
        double last = 0;
        double at = 0;
        for (Output output : outputs) {
            at += Math.min(output.seconds() - last, pauseMax);
            last = output.seconds();
            cut.add(new Output(at, output.text()));
        }
        return new Cast(title, width, height, cut);
    }

    /** The greatest pause with which all pauses together take that long. */
    private double pauseMax(double secondsMax) {
        double[] pauses = new double[outputs.size()];
        for (int i = 0; i < pauses.length; i++) {
            pauses[i] =
                    outputs.get(i).seconds() - (i == 0 ? 0 : outputs.get(i - 1).seconds());
        }
        Arrays.sort(pauses);
        double left = secondsMax;
        for (int i = 0; i < pauses.length; i++) {
            double share = left / (pauses.length - i);
            if (pauses[i] > share) {
                return share;
            }
            left -= pauses[i];
        }
        return Double.MAX_VALUE;
    }

    /** The file: a line of JSON for the terminal, then one for each output. */
    public String file() {
        StringBuilder out = new StringBuilder(String.format(
                "{\"version\": 2, \"width\": %d, \"height\": %d, \"title\": %s}%n", width, height, quoted(title)));
        for (Output output : outputs) {
            out.append(String.format(Locale.ROOT, "[%.3f, \"o\", %s]%n", output.seconds(), quoted(output.text())));
        }
        return out.toString();
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            switch (c) {
                case '"', '\\' -> out.append('\\').append((char) c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                default -> out.append(c < ' ' ? String.format("\\u%04x", c) : Character.toString(c));
            }
        });
        return out.append('"').toString();
    }
}
