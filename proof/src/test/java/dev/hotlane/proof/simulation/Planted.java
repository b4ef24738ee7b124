package dev.hotlane.proof.simulation;

import java.util.List;

/**
 * A bug, as a change of one class' source text.
 *
 * @param name the fault in words
 * @param module of the class
 * @param file of the class, below the module's dev/hotlane folder
 * @param edits each text must be found exactly once
 * @param trial the method of {@link Trial} that must find it
 */
record Planted(String name, String module, String file, List<Edit> edits, String trial) {
    /** A piece of source and its replacement. */
    record Edit(String text, String instead) {}

    static Planted of(String name, String module, String file, String text, String instead) {
        return new Planted(name, module, file, List.of(new Edit(text, instead)));
    }

    /** A bug that random plans must find. */
    Planted(String name, String module, String file, List<Edit> edits) {
        this(name, module, file, edits, "run");
    }

    /** The same bug, to be found by a script. */
    Planted foundBy(String script) {
        return new Planted(name, module, file, edits, script);
    }

    /** The class' source with the bug in it. */
    String plant(String source) {
        String planted = source;
        for (Edit edit : edits) {
            int at = planted.indexOf(edit.text());
            if (at < 0 || planted.indexOf(edit.text(), at + 1) >= 0) {
                throw new AssertionError("'" + name + "' is to be planted in " + file + " where exactly once stands: "
                        + edit.text() + " - the code has changed, change the fault with it");
            }
            planted = planted.substring(0, at)
                    + edit.instead()
                    + planted.substring(at + edit.text().length());
        }
        return planted;
    }

    String className() {
        return "dev.hotlane." + file.replace(".java", "").replace('/', '.');
    }
}
