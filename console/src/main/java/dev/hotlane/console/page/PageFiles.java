package dev.hotlane.console.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The files of the pages by their path, read once at start: ours and those of two libraries. Immutable. */
final class PageFiles {
    private static final String OWN = "/dev/hotlane/console/web/";
    private static final String LIBRARIES = "/META-INF/resources/webjars/";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final List<String> MODULES = List.of(
            "console", "format", "plot", "caller", "now", "sale", "hot", "search", "log", "reservation", "care");
    private static final String STYLE = "text/css; charset=utf-8";

    /** One file. */
    record PageFile(String type, Buffer body) {}

    private final Map<String, PageFile> files = new HashMap<>();

    PageFiles() {
        own("/", "index.html", "text/html; charset=utf-8");
        own("/console.css", "console.css", STYLE);
        own("/icon.svg", "icon.svg", "image/svg+xml");
        for (String module : MODULES) {
            own("/" + module + ".js", module + ".js", SCRIPT);
        }
        library("/lib/lit-html.js", "lit-html", "lit-html.js", SCRIPT);
        library("/lib/uplot.js", "uplot", "dist/uPlot.esm.js", SCRIPT);
        library("/lib/uplot.css", "uplot", "dist/uPlot.min.css", STYLE);
    }

    /** The file at a path; null if there is none. */
    PageFile at(String path) {
        return files.get(path);
    }

    private void own(String path, String file, String type) {
        files.put(path, new PageFile(type, Buffer.buffer(bytes(OWN + file))));
    }

    private void library(String path, String name, String file, String type) {
        Properties build = new Properties();
        try (InputStream in = open("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = build.getProperty("version");
        files.put(path, new PageFile(type, Buffer.buffer(bytes(LIBRARIES + name + "/" + version + "/" + file))));
    }

    /** The bytes of a file of the class path. */
    static byte[] bytes(String resource) {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = PageFiles.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("no file " + resource + " on the class path");
        }
        return in;
    }
}
