package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** A method of main code fits on one screen and takes few parameters. Read by the compiler's own parser. */
class MethodSizeTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int LINES_MAX = 70;
    private static final int PARAMETERS_MAX = 7;

    @Test
    void noMethodIsLongerThanAScreen() throws IOException {
        List<String> wrong = new ArrayList<>();
        scan(wrong, new TreeSet<>());
        assertThat(wrong).as("methods over %d lines", LINES_MAX).isEmpty();
    }

    @Test
    void nothingTakesMoreThanSevenParametersButTheExceptions() throws IOException {
        Set<String> found = new TreeSet<>();
        scan(new ArrayList<>(), found);
        Set<String> notNeeded = new TreeSet<>(ManyParameters.ALLOWED.keySet());
        notNeeded.removeAll(found);
        found.removeAll(ManyParameters.ALLOWED.keySet());
        assertThat(found)
                .as("methods, constructors and records of more than %d parameters", PARAMETERS_MAX)
                .isEmpty();
        assertThat(notNeeded).as("exceptions that nothing needs any more").isEmpty();
    }

    private static void scan(List<String> tooLong, Set<String> tooMany) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> tree = Files.walk(ROOT)) {
            List<Path> sources = tree.filter(file -> file.toString().contains("/src/main/java/"))
                    .filter(file -> file.toString().endsWith(".java"))
                    .toList();
            JavacTask parser = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(parser).getSourcePositions();
            for (CompilationUnitTree unit : parser.parse()) {
                new TooLarge(unit, positions, tooLong, tooMany).scan(unit, null);
            }
            assertThat(sources).as("files read").hasSizeGreaterThan(500);
        }
    }

    /** Collects the methods of one file that are too long, Javadoc not counted, or take too many parameters. */
    private static final class TooLarge extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Path file;
        private final List<String> tooLong;
        private final Set<String> tooMany;
        private String type;

        TooLarge(CompilationUnitTree unit, SourcePositions positions, List<String> tooLong, Set<String> tooMany) {
            this.unit = unit;
            this.positions = positions;
            this.tooLong = tooLong;
            this.tooMany = tooMany;
            file = ROOT.relativize(Path.of(unit.getSourceFile().toUri()));
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            String outer = type;
            String name = tree.getSimpleName().toString();
            String nested = name.isEmpty() ? outer : outer + "." + name;
            type = outer == null ? file.getName(0) + ": " + name : nested;
            if (tree.getKind() == Tree.Kind.RECORD) {
                count(
                        (int) tree.getMembers().stream()
                                .filter(VariableTree.class::isInstance)
                                .map(VariableTree.class::cast)
                                .filter(field ->
                                        !field.getModifiers().getFlags().contains(Modifier.STATIC))
                                .count(),
                        type);
            }
            super.visitClass(tree, null);
            type = outer;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            boolean constructor = method.getName().contentEquals("<init>");
            count(method.getParameters().size(), constructor ? type : type + "." + method.getName());
            LineMap lines = unit.getLineMap();
            long end = positions.getEndPosition(unit, method);
            if (end >= 0) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                long count = lines.getLineNumber(end) - first + 1;
                if (count > LINES_MAX) {
                    tooLong.add(file + ": " + method.getName() + ", " + count + " lines");
                }
            }
            return super.visitMethod(method, null);
        }

        private void count(int parameters, String name) {
            if (parameters > PARAMETERS_MAX) {
                tooMany.add(name);
            }
        }
    }
}
