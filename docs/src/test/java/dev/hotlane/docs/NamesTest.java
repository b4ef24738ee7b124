package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Variables that every file has are called the same in every file. Read by the compiler's own parser. */
class NamesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @Test
    void aCaughtExceptionIsCalledE() throws IOException {
        assertThat(found("/src/", CaughtOtherwise::new)).isEmpty();
    }

    @Test
    void aLoggerIsCalledLog() throws IOException {
        assertThat(found("/src/", LoggersOtherwise::new)).isEmpty();
    }

    @Test
    void anOffsetAndALengthAreNotAbbreviated() throws IOException {
        assertThat(found("/src/main/", Abbreviated::new)).isEmpty();
    }

    private static List<String> found(String below, Supplier<Names> rule) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> wrong = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> tree = Files.walk(ROOT)) {
            List<Path> sources = tree.filter(file -> file.toString().contains(below))
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
            JavacTask parser = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : parser.parse()) {
                Names names = rule.get();
                names.scan(unit, null);
                Path file = ROOT.relativize(Path.of(unit.getSourceFile().toUri()));
                names.wrong.forEach(name -> wrong.add(file + ": " + name));
            }
            assertThat(sources).as("files read").hasSizeGreaterThan(500);
        }
        return wrong;
    }

    /** Collects the wrong names of one file. */
    private abstract static class Names extends TreeScanner<Void, Void> {
        final List<String> wrong = new ArrayList<>();
    }

    /** Catch variables not called e, unless another e is in use around or inside the catch. */
    private static final class CaughtOtherwise extends Names {
        private int around;

        @Override
        public Void visitCatch(CatchTree caught, Void none) {
            String name = caught.getParameter().getName().toString();
            if (!name.equals("e") && around == 0 && !usesE(caught.getBlock())) {
                wrong.add("catch " + name);
            }
            around += name.equals("e") ? 1 : 0;
            super.visitCatch(caught, null);
            around -= name.equals("e") ? 1 : 0;
            return null;
        }

        private static boolean usesE(Tree block) {
            boolean[] uses = new boolean[1];
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree variable, Void none) {
                    uses[0] |= variable.getName().contentEquals("e");
                    return super.visitVariable(variable, null);
                }

                @Override
                public Void visitIdentifier(IdentifierTree identifier, Void none) {
                    uses[0] |= identifier.getName().contentEquals("e");
                    return null;
                }
            }.scan(block, null);
            return uses[0];
        }
    }

    /** Static loggers not called log. */
    private static final class LoggersOtherwise extends Names {
        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            ModifiersTree modifiers = variable.getModifiers();
            if (modifiers.getFlags().contains(Modifier.STATIC)
                    && String.valueOf(variable.getType()).equals("Logger")
                    && !variable.getName().contentEquals("log")) {
                wrong.add("logger " + variable.getName());
            }
            return super.visitVariable(variable, null);
        }
    }

    /** Variables called off or len. */
    private static final class Abbreviated extends Names {
        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            if (variable.getName().contentEquals("off") || variable.getName().contentEquals("len")) {
                wrong.add("variable " + variable.getName());
            }
            return super.visitVariable(variable, null);
        }
    }
}
