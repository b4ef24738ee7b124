package dev.hotlane.infra.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.past.TracedChange;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SalePlotTest {
    private static final long START = 1_795_383_998_097L;
    private static final Deal DEAL = new Deal(100, 1, 20_000, 256, 10, 6_000);

    @Test
    void drawsTheLogsNumbersAsStepsAndMarksTheKillInBothCharts() throws Exception {
        SalePlot sale = new SalePlot(START);
        sale.add(change(-500, 100, 0, 0));
        sale.add(change(1_000, 90, 10, 0));
        sale.add(change(4_000, 90, 3, 7));
        assertThat(sale.confirmedUnits()).isEqualTo(7);

        Document picture = parsed(sale.svg(DEAL, START + 2_000, new AnswerTimes()));
        assertThat(marks(picture)).isEqualTo(2);
        assertThat(picture.getDocumentElement().getTextContent())
                .contains("kill -9 of the leader", "left", "held", "confirmed", "100 units, 20,000 buyers");
        // From 0, then two points a change: 4 straight parts of two corners each.
        assertThat(lines(picture, "M64.0 44.0L175.0 44.0L175.0 74.4")).isEqualTo(1);
    }

    @Test
    void givesMedianAndSlowestOfTheAnswers() {
        AnswerTimes times = new AnswerTimes();
        long now = System.nanoTime();
        IntStream.range(0, 9).forEach(i -> times.answered(now));
        times.answered(now - 5_000_000_000L);
        assertThat(times.count()).isEqualTo(10);
        assertThat(times.share("slowest", 1).points())
                .anySatisfy(point -> assertThat(point.y()).isGreaterThanOrEqualTo(5_000));
    }

    private static TracedChange change(long after, long value, long held, long confirmed) {
        byte[] key = Deal.STOCK.getBytes(StandardCharsets.UTF_8);
        return new TracedChange(
                1, START + after, "reservation", null, key, Numbers.ABSENT, new Numbers(value, 1, held, confirmed));
    }

    private static long marks(Document picture) {
        return paths(picture, "class", "mark");
    }

    private static long lines(Document picture, String begin) {
        return paths(picture, "d", begin);
    }

    private static long paths(Document picture, String attribute, String begin) {
        var paths = picture.getElementsByTagName("path");
        return IntStream.range(0, paths.getLength())
                .filter(i -> ((Element) paths.item(i)).getAttribute(attribute).startsWith(begin))
                .count();
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }
}
