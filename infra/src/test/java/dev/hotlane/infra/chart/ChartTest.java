package dev.hotlane.infra.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.io.StringReader;
import java.util.Collections;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class ChartTest {
    private static final Axis X = Axis.linear("rate <a & b>", 42_000);

    @Test
    void drawsEveryLineAndNamesIt() throws Exception {
        Series one = new Series("p50", List.of(new Series.Point(0, 1), new Series.Point(42_000, 10)));
        Series two = new Series("p99 <&>", List.of(new Series.Point(0, 2), new Series.Point(42_000, 10)));
        Chart chart = new Chart("Latency", X, Axis.logarithmic("ms", 1, 10), List.of(one, two));
        Document picture = parsed(Chart.stacked(List.of(chart, chart)));
        assertThat(picture.getElementsByTagName("script").getLength()).isZero();
        assertThat(picture.getElementsByTagName("circle").getLength()).isEqualTo(2 * (4 + 2));
        assertThat(picture.getDocumentElement().getTextContent())
                .contains("rate <a & b>", "p99 <&>", "prefers-color-scheme:dark");
    }

    @Test
    void drawsBarsAsLongAsTheirNumbers() throws Exception {
        Bars bars = new Bars(
                "Sold",
                List.of(new Bars.Bar("ours <&>", "survives", 1_000), new Bars.Bar("theirs", "is lost", 250)),
                "two cores");
        Document picture = parsed(bars.svg());
        NodeList drawn = picture.getElementsByTagName("rect");
        assertThat(drawn.getLength()).isEqualTo(2);
        assertThat(width(drawn.item(0))).isCloseTo(4 * width(drawn.item(1)), offset(0.1));
        assertThat(picture.getDocumentElement().getTextContent())
                .contains("ours <&>", "survives", "1,000", "theirs", "is lost", "250", "two cores");
    }

    private static double width(Node bar) {
        return Double.parseDouble(bar.getAttributes().getNamedItem("width").getNodeValue());
    }

    @Test
    void choosesRoundTicksThatHoldTheGreatestValue() {
        assertThat(X.ticks()).extracting(Axis.Tick::text).containsExactly("0", "10k", "20k", "30k", "40k", "50k");
        assertThat(Axis.logarithmic("ms", 3, 70).ticks())
                .extracting(Axis.Tick::text)
                .containsExactly("2", "5", "10", "20", "50", "100");
        assertThat(Axis.logarithmic("keys", 1, 100_000).ticks())
                .extracting(Axis.Tick::text)
                .containsExactly("1", "10", "100", "1000", "10k", "100k");
    }

    @Test
    void placesPercentilesByTheirNines() {
        assertThat(Axis.nines(99)).isCloseTo(2, offset(1e-9));
        assertThat(Axis.percentiles(4).ticks())
                .extracting(Axis.Tick::text)
                .containsExactly("0", "50", "90", "99", "99.9", "99.99");
    }

    @Test
    void rejectsMoreLinesThanCanBeDistinguished() {
        List<Series> many = Collections.nCopies(9, new Series("x", List.of()));
        assertThatThrownBy(() -> new Chart("t", X, X, many))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9 lines");
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
