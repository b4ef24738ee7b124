package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.problem.RequestRefused;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTextTest {
    private static final List<String> KNOWN = List.of("owner", "limit");

    @Test
    void decodesWhatIsGiven() {
        Parameters parameters = QueryText.parse("limit=20&owner=u%C3%A4+7%2B", KNOWN);
        assertThat(parameters.text("owner")).isEqualTo("u\u00e4 7+");
        assertThat(parameters.number("limit", 1, 100, 5)).isEqualTo(20);
        assertThat(QueryText.parse("", KNOWN)).isSameAs(Parameters.NONE);
        assertThat(QueryText.parse(null, KNOWN).number("limit", 1, 100, 5)).isEqualTo(5);
        assertThat(QueryText.parse("owner=a=b", KNOWN).text("owner")).isEqualTo("a=b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    minOffset=3       | the query: a parameter is unknown; known here: owner, limit
                    Owner=a           | the query: a parameter is unknown
                    owner=a&&limit=1  | the query: a parameter is unknown
                    owner=a&          | the query: a parameter is unknown
                    owner=a&owner=a   | the query parameter owner: it is there twice
                    owner=            | the query parameter owner: it is empty
                    owner             | the query parameter owner: it is empty
                    owner=%ff         | the query parameter owner: what it says is not UTF-8
                    owner=%           | the query parameter owner: % must be followed by
                    """)
    void refusesTheRestByName(String query, String detail) {
        assertThatThrownBy(() -> QueryText.parse(query, KNOWN))
                .isInstanceOf(RequestRefused.class)
                .hasMessageStartingWith(detail);
    }

    @ParameterizedTest
    @CsvSource({"0", "101", "-1", "+1", "1.0", "99999999999999999999", "abc", "1_0", "' 1'"})
    void refusesNumbersOutOfRange(String number) {
        Parameters parameters =
                QueryText.parse("limit=" + number.replace(" ", "%20").replace("+", "%2B"), KNOWN);
        assertThatThrownBy(() -> parameters.number("limit", 1, 100, 5))
                .hasMessage("the query parameter limit: expected a whole number, 1 to 100");
    }

    @Test
    void saysThatACallTakesNoParameters() {
        assertThatThrownBy(() -> QueryText.parse("a=b", List.of()))
                .hasMessage("the path: this call takes no query parameters");
    }
}
