package dev.hotlane.infra.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

final class CastTest {
    private static final Cast CAST = new Cast(
            "demo <\"1\">",
            80,
            24,
            List.of(
                    new Cast.Output(1, "starting\n"),
                    new Cast.Output(31, "\r[#...]"),
                    new Cast.Output(32, "\r[##..]"),
                    new Cast.Output(62, "\n\tsold <all> & \"more\"\u001b\n")));

    @Test
    void cutsTheLongestPausesOnly() {
        List<Double> times =
                CAST.within(12).outputs().stream().map(Cast.Output::seconds).toList();
        assertThat(times).containsExactly(1.0, 6.0, 7.0, 12.0);
        assertThat(CAST.within(100)).isEqualTo(CAST);
    }

    @Test
    void writesOneLineOfJsonForEachOutput() throws Exception {
        List<String> lines = CAST.file().lines().toList();
        JsonNode head = new ObjectMapper().readTree(lines.get(0));
        assertThat(head.get("version").intValue()).isEqualTo(2);
        assertThat(head.get("title").textValue()).isEqualTo("demo <\"1\">");
        JsonNode last = new ObjectMapper().readTree(lines.get(4));
        assertThat(last.get(0).doubleValue()).isCloseTo(62, offset(1e-9));
        assertThat(last.get(2).textValue()).isEqualTo(CAST.outputs().get(3).text());
    }

    @Test
    void drawsEachStateOfALineAndKeepsTheLastOnes() throws Exception {
        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(CastPicture.svg(CAST))));
        var texts = picture.getElementsByTagName("text");
        assertThat(texts.getLength()).isEqualTo(4);
        assertThat(texts.item(1).getAttributes().getNamedItem("class").getNodeValue())
                .isEqualTo("t1 gone");
        assertThat(texts.item(2).getAttributes().getNamedItem("class").getNodeValue())
                .isEqualTo("t2");
        assertThat(texts.item(3).getTextContent()).contains("sold <all> & \"more\"");
        assertThat(picture.getElementsByTagName("script").getLength()).isZero();
    }
}
