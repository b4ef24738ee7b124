package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    application/json                  | true
                    Application/JSON ; charset=UTF-8  | true
                    application/json;charset="utf-8"  | true
                    application/json; charset=latin1  | false
                    application/json; version=2       | false
                    application/jsonx                 | false
                    text/json                         | false
                    ;                                 | false
                    """)
    void isJsonOnlyAsUtf8(String contentType, boolean json) {
        assertThat(MediaType.isJson(contentType)).isEqualTo(json);
    }
}
