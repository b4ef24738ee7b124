package dev.hotlane.gateway.call;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keys of which some may be equal, each once: a READ has no key twice. Immutable; any thread. */
final class DistinctKeys {
    private final List<byte[]> list = new ArrayList<>();

    /** Where each key is in the list. */
    private final int[] places;

    DistinctKeys(List<byte[]> keys) {
        places = new int[keys.size()];
        Map<ByteBuffer, Integer> met = new HashMap<>();
        Arrays.setAll(
                places,
                i -> met.computeIfAbsent(ByteBuffer.wrap(keys.get(i)), key -> {
                    list.add(key.array());
                    return list.size() - 1;
                }));
    }

    /** Each key once, in the order of its first place. */
    List<byte[]> list() {
        return list;
    }

    /** What belongs to the keys of the list, for all keys in their order. */
    <T> List<T> spread(List<T> ofList) {
        return Arrays.stream(places).mapToObj(ofList::get).toList();
    }
}
