package dev.hotlane.infra.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SampleCatalogueTest {
    @Test
    void everyProductHasTheLengthOfAProductPageAndNamesItsCounter() {
        SampleCatalogue catalogue = new SampleCatalogue(7);
        for (int i = 1; i <= SampleCatalogue.PRODUCTS; i++) {
            byte[] document = catalogue.document(i);
            assertThat(document.length).isBetween(SampleCatalogue.LENGTH_LEAST, SampleCatalogue.LENGTH_MOST);
            assertThat(new String(document, StandardCharsets.UTF_8))
                    .startsWith("{\"id\":\"sample-" + i + "\",")
                    .contains("\"hotlane\":{\"counters\":[\"stock:sample-" + i + "\"]}")
                    .endsWith("}]}");
            assertThat(catalogue.units(i)).isPositive();
        }
    }

    @Test
    void theSameSeedGivesTheSameBytesAndAnotherOneOthers() {
        assertThat(new SampleCatalogue(7).document(3)).isEqualTo(new SampleCatalogue(7).document(3));
        assertThat(new SampleCatalogue(8).document(3)).isNotEqualTo(new SampleCatalogue(7).document(3));
        assertThat(new SampleCatalogue(7).document(4)).isNotEqualTo(new SampleCatalogue(7).document(3));
    }
}
