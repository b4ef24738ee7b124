package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import dev.hotlane.jmh.reads.Entrant.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An nginx or a Varnish of its own, where it is installed. Any thread. */
final class WebServer implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(30);
    private static final Duration PAGE_MAX = Duration.ofSeconds(2);
    private static final String NGINX_CONF = """
            worker_processes 1;
            pid DIRECTORY/nginx-own.pid;
            error_log stderr warn;
            events { worker_connections 4096; }
            http {
              access_log off;
              sendfile on;
              tcp_nopush on;
              tcp_nodelay on;
              keepalive_requests 1000000000;
              open_file_cache max=1000 inactive=1h;
              default_type application/json;
              client_body_temp_path DIRECTORY/nginx-body;
              proxy_temp_path DIRECTORY/nginx-proxy;
              fastcgi_temp_path DIRECTORY/nginx-fastcgi;
              uwsgi_temp_path DIRECTORY/nginx-uwsgi;
              scgi_temp_path DIRECTORY/nginx-scgi;
              server {
                listen 127.0.0.1:PORT backlog=4096;
                root FILES;
                location ~ \\.gz$ { add_header Content-Encoding gzip; }
                location /packed/ { alias FILES/; gzip_static always; }
              }
            }
            """;

    private final String name;
    private final int port;
    private final ChildProcess process;

    private WebServer(String name, int port, ChildProcess process) {
        this.name = name;
        this.port = port;
        this.process = process;
    }

    /** nginx with one worker, which serves the files of a directory; with /packed/ before it, a name's compressed file. */
    static Optional<WebServer> nginx(Path under, Path files) throws IOException {
        Optional<Path> program = Programs.find("nginx");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        int port = Ports.free();
        Path conf = under.resolve("nginx.conf");
        Files.writeString(
                conf,
                NGINX_CONF
                        .replace("DIRECTORY", under.toString())
                        .replace("FILES", files.toString())
                        .replace("PORT", Integer.toString(port)));
        ChildProcess process = ChildProcess.start(
                "nginx",
                under,
                List.of(
                        program.get().toString(),
                        "-p",
                        under.toString(),
                        "-c",
                        conf.toString(),
                        "-g",
                        "daemon off; master_process off;"));
        return Optional.of(ready(new WebServer("nginx", port, process), "/" + ReadsStage.COUNTER));
    }

    /** Varnish with its cache in memory, in front of a server. */
    static Optional<WebServer> varnish(Path under, int backend) throws IOException {
        Optional<Path> program = Programs.find("varnishd");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        int port = Ports.free();
        Path directory = Files.createDirectories(under.resolve("varnish"));
        ChildProcess process = ChildProcess.start(
                "varnish",
                under,
                List.of(
                        program.get().toString(),
                        "-F",
                        "-a",
                        "127.0.0.1:" + port,
                        "-b",
                        "127.0.0.1:" + backend,
                        "-n",
                        directory.toString(),
                        "-s",
                        "malloc,64m",
                        "-t",
                        "3600"));
        return Optional.of(ready(new WebServer("Varnish", port, process), "/" + ReadsStage.COUNTER));
    }

    private static WebServer ready(WebServer server, String page) {
        LocalPages pages = new LocalPages(server.port, PAGE_MAX);
        server.process.awaitReady(
                () -> pages.get(page).filter(got -> got.statusCode() == 200).isPresent(), READY_MAX);
        return server;
    }

    Target target() {
        return new Target(name, port, List.of(process.pid()));
    }

    @Override
    public void close() {
        process.stop(READY_MAX);
    }
}
