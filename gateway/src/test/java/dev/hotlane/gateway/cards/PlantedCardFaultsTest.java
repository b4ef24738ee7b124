package dev.hotlane.gateway.cards;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** The tests of cards can fail: each fault that is planted into the source of one class fails the test beside it. */
class PlantedCardFaultsTest extends FoundFaults {
    private static final String FORMS = "bothFormsOfAnAnswerHaveTheDocumentsAndTheCounters";
    private static final String TAG = "theTagDependsOnTopicOffsetsCountersAndAbsentProducts";
    private static final String HOT = "aHotStoreKeepsWhatWasFetchedUntilItChanges";

    static Stream<FoundFault> faults() {
        return Stream.of(ofBytes(), ofTags(), ofStores(), ofFetches()).flatMap(faults -> faults);
    }

    private static Stream<FoundFault> ofBytes() {
        Class<?> test = ProductAnswerTest.class;
        return Stream.of(
                new PlantedFault(
                                "the complement of a block's length is missing",
                                "GzipMember",
                                "uint16(~(end - block))",
                                "uint16(end - block)")
                        .foundBy(test, FORMS),
                new PlantedFault("no block is final", "GzipMember", "last && end == to ? 1 : 0", "0")
                        .foundBy(test, FORMS),
                new PlantedFault("each block of a long text is final", "GzipMember", "last && end == to ?", "last ?")
                        .foundBy(test, "countersLongerThanOneStoredBlockAreSplit"),
                new PlantedFault(
                                "the parts of the CRC are swapped",
                                "GzipMember",
                                "combine(crc, crcOfText, operator)",
                                "combine(crcOfText, crc, operator)")
                        .foundBy(test, FORMS),
                new PlantedFault(
                                "the operator is that of the text before",
                                "GzipMember",
                                "card.operator(), card.length()",
                                "Crc32Combine.operator(length), card.length()")
                        .foundBy(test, FORMS),
                new PlantedFault(
                                "the texts of a CRC are swapped",
                                "Crc32Combine",
                                "multiply(operator, crcOfA) ^ crcOfB",
                                "multiply(operator, crcOfB) ^ crcOfA")
                        .foundBy(Crc32CombineTest.class, "agreesWithTheJdkOnRandomSplits"),
                new PlantedFault(
                                "a row of operators is left out",
                                "Crc32Combine",
                                "step = multiply(row[255], step);",
                                "step = row[255];")
                        .foundBy(Crc32CombineTest.class, "agreesWithTheJdkOnRandomSplits"),
                new PlantedFault("a stream does not end on a byte", "CardCompressor", "SYNC_FLUSH", "NO_FLUSH")
                        .foundBy(test, FORMS),
                new PlantedFault("a stream refers to the card before", "CardCompressor", "deflater.reset();", "")
                        .foundBy(test, FORMS),
                new PlantedFault(
                                "the stock of another product",
                                "ProductComposer",
                                "stock(card, counters);\n                offsets",
                                "stock(present.get(0), counters);\n                offsets")
                        .foundBy(test, FORMS),
                new PlantedFault("a list leaves absent products out", "ProductComposer", "plain.raw(NULL);", "")
                        .foundBy(test, "nullStandsAtEachPlaceOfAList"));
    }

    private static Stream<FoundFault> ofTags() {
        return Stream.of(
                        new PlantedFault("an ETag without topic id", "ProductTag", "hash = topic;", "hash = 0;"),
                        new PlantedFault(
                                "an ETag without the cards' offsets",
                                "ProductTag",
                                "mix(hash, offset)",
                                "mix(hash, 0)"),
                        new PlantedFault(
                                "an ETag without counters", "ProductTag", "plain, 0, plain.length", "plain, 0, 0"))
                .map(fault -> fault.foundBy(ProductAnswerTest.class, TAG));
    }

    private static Stream<FoundFault> ofStores() {
        Class<?> test = CardStoreTest.class;
        return Stream.of(
                new PlantedFault(
                                "404 while loading",
                                "CardStore",
                                "if (!loaded) {\n            return CardLookup.UNKNOWN;",
                                "if (!loaded) {\n            return CardLookup.ABSENT;")
                        .foundBy(test, "nothingIsCertainBeforeTheTopicIsLoaded"),
                new PlantedFault(
                                "404 for a product that was left out",
                                "HotCards",
                                "full ? CardLookup.UNKNOWN : CardLookup.ABSENT",
                                "CardLookup.ABSENT")
                        .foundBy(test, "absenceIsUncertainOnceAProductWasLeftOut"),
                new PlantedFault(
                                "cards are lost when a store becomes hot",
                                "CardStore",
                                "all.values().forEach(some::put);",
                                "")
                        .foundBy(test, "cardsAboveTheBoundStayFindableInMemoryOrInTheTopic"),
                new PlantedFault(
                                "a removed card is still served",
                                "CardStore",
                                "Card former = all.remove(id);",
                                "Card former = all.get(id);")
                        .foundBy(test, "aProductWithoutACardIsCertainlyAbsent"),
                new PlantedFault(
                                "a removed card is still served from the hot cache",
                                "HotCards",
                                "places.remove(id);\n        bodies.asMap().remove(id);",
                                "bodies.cleanUp();")
                        .foundBy(test, HOT),
                new PlantedFault(
                                "a change does not replace a cached body",
                                "HotCards",
                                "bodies.put(card.id(), card);",
                                "bodies.cleanUp();")
                        .foundBy(test, HOT),
                new PlantedFault(
                                "a change of a cached body is not wanted",
                                "HotCards",
                                "|| bodies.asMap().containsKey(id);",
                                ";")
                        .foundBy(test, HOT),
                new PlantedFault(
                                "a card that changed while it was fetched is kept",
                                "HotCards",
                                "offset != null && offset == card.offset() ? card : known",
                                "offset != null ? card : known")
                        .foundBy(test, HOT));
    }

    private static Stream<FoundFault> ofFetches() {
        Class<?> test = CardFetchesTest.class;
        return Stream.of(
                new PlantedFault(
                                "a seek is taken by offset alone",
                                "CardSeek",
                                "&& Arrays.equals(record.key(), key)",
                                "")
                        .foundBy(test, "aRecordOfAnotherProductAtTheOffsetIsNotTheCard"),
                new PlantedFault("a seek is taken by key alone", "CardSeek", "record.offset() == offset && ", "")
                        .foundBy(test, "aRecordAtALaterOffsetIsNotTheCard"),
                new PlantedFault(
                                "each caller fetches for itself",
                                "CardFetches",
                                "if (earlier != null) {",
                                "if (earlier == own) {")
                        .foundBy(test, "fetchesOfOneProductAtTheSameTimeAreOne"));
    }
}
