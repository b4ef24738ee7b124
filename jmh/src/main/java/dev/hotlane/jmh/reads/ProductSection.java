package dev.hotlane.jmh.reads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** GETs of products, compressed, beside the same bytes from a bare server, nginx and Varnish. */
final class ProductSection implements ReadsSection {
    private final String what;
    private final String wanted;
    private final String path;
    private final String file;

    private ProductSection(String what, String wanted, String path, String file) {
        this.what = what;
        this.wanted = wanted;
        this.path = path;
        this.file = file;
    }

    static ProductSection one() {
        return new ProductSection(
                "one product", "0.85; 60,000/s, p90 6.6 ms", ReadsStage.productPath(), ReadsStage.PRODUCT);
    }

    static ProductSection list() {
        return new ProductSection("20 products", "0.80", ReadsStage.listPath(), ReadsStage.LIST);
    }

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsStage stage = run.stage();
        ReadsLane.awaitView(stage.lane().pages());
        byte[] answer = ReadsStage.gzip(stage.lane().pages(), path);
        byte[] same = stage.file(file);
        Entrant product = new Entrant(run, stage.node().named(what), new PageReads(path, answer), 0);
        Entrant bare = new Entrant(run, stage.bare(), new PageReads("/" + file, same), 0);
        Optional<WebServer> nginx = WebServer.nginx(stage.stack().directory(), stage.files());
        Optional<WebServer> varnish =
                WebServer.varnish(stage.stack().directory(), stage.bare().port());
        try {
            List<Entrant> all = new ArrayList<>(List.of(product, bare));
            String packed = "/packed/" + file.replaceFirst("\\.gz$", "");
            nginx.ifPresent(server -> all.add(new Entrant(run, server.target(), new PageReads(packed, same), 0)));
            varnish.ifPresent(server -> all.add(new Entrant(run, server.target(), new PageReads("/" + file, same), 0)));
            all.forEach(one -> one.warm(run.settings().warmUp()));
            ViewOnly.during(run, () -> run.inTurn(all.toArray(Entrant[]::new)));
            for (Entrant rival : all.subList(1, all.size())) {
                table.row(
                        FigureTable.text(
                                "%s, %,d bytes : %s",
                                what, answer.length, rival.measured().name()),
                        rival == bare ? wanted : "reported",
                        product.text(),
                        rival.text(),
                        FigureTable.text("%.2f", product.rateTo(rival)));
            }
            if (nginx.isEmpty()) {
                RivalsSection.missing(table, "nginx");
            }
            if (varnish.isEmpty()) {
                RivalsSection.missing(table, "varnishd");
            }
        } finally {
            nginx.ifPresent(WebServer::close);
            varnish.ifPresent(WebServer::close);
        }
    }
}
