package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** A method of main code fits on one screen. Read by the compiler's own parser. */
class MethodSizeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int LINES_MAX = 70;

    @Test
    void noMethodIsLongerThanAScreen() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> wrong = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> tree = Files.walk(ROOT)) {
            List<Path> sources = tree.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            JavacTask parser = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(parser).getSourcePositions();
            for (CompilationUnitTree unit : parser.parse()) {
                new TooLong(unit, positions, wrong).scan(unit, null);
            }
            assertThat(sources).as("files read").hasSizeGreaterThan(500);
        }
        assertThat(wrong).as("methods over %d lines", LINES_MAX).isEmpty();
    }

    /** Collects the methods of one file that are too long, Javadoc not counted. */
    private static final class TooLong extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        TooLong(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            LineMap lines = unit.getLineMap();
            long end = positions.getEndPosition(unit, method);
            if (end >= 0) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                long count = lines.getLineNumber(end) - first + 1;
                if (count > LINES_MAX) {
                    found.add(ROOT.relativize(Path.of(unit.getSourceFile().toUri())) + ": " + method.getName() + ", "
                            + count + " lines");
                }
            }
            return super.visitMethod(method, null);
        }
    }
}
