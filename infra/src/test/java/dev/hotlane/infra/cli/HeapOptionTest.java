package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.processor.recover.HeapCheck;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The first RULES of `hotlane topics create` fit the heap of a node that has defaults. */
class HeapOptionTest {
    private static final long FOUR_GIB = 4L << 30;

    @Command(name = "create")
    static final class Create {
        @Mixin
        private HeapOption heap;
    }

    @Command(name = "node")
    static final class CardsOfANode {
        @Mixin
        private CardOptions cards;
    }

    private static Rules first(boolean view, boolean cards, String... words) {
        Create create = new Create();
        CommandLine line = new CommandLine(create);
        line.parseArgs(words);
        return create.heap.fit(Rules.first(7), view, cards, line.getCommandSpec());
    }

    private static CardSettings cardsOf(String... words) {
        CardsOfANode node = new CardsOfANode();
        new CommandLine(node).parseArgs(words);
        return node.cards.settings();
    }

    @ParameterizedTest
    @CsvSource({"4g, 4096", "2560m, 2560", "2g, 2048", "768m, 768", "600m, 600", "64g, 65536"})
    void aNodeThatIsStartedWithCardsAndDefaultsHoldsThem(String size, long mebibytes) {
        long nodes = cardsOf("--cards=all").bytesMax();
        for (boolean view : new boolean[] {false, true}) {
            Rules rules = first(view, true, "--heap=" + size);
            HeapCheck node = new HeapCheck(new HeapShare(view, nodes), mebibytes << 20);
            assertThat(node.holds(rules))
                    .as("%s, view %s: %s", size, view, rules)
                    .isTrue();
        }
    }

    @Test
    void bytesThatAreGivenCountInPlaceOfTheDefault() {
        Rules without = first(false, false);
        assertThat(first(false, true, "--cards-bytes-max=0")).isEqualTo(without);
        assertThat(first(false, true, "--cards-bytes-max=268435456")).isEqualTo(first(false, true));
        assertThat(first(false, false, "--cards-bytes-max=268435456")).isEqualTo(first(false, true));

        Rules more = first(true, true, "--cards-bytes-max=1000000000");
        long given = cardsOf("--cards=all", "--cards-bytes-max=1000000000").bytesMax();
        assertThat(new HeapCheck(new HeapShare(true, given), FOUR_GIB).holds(more))
                .isTrue();
        assertThat(more.stateBytesMax()).isLessThan(first(true, true).stateBytesMax());
    }

    @Test
    void withoutCardsNoHeapIsLeftForThem() {
        assertThat(first(false, false).stateBytesMax()).isEqualTo(900_000_000);
        assertThat(first(false, false).windowBytesMax()).isEqualTo(400_000_000);
    }
}
