package dev.hotlane.console.source;

import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every source. Addresses of {@code dns:} names are looked up again every 5 s. On the event loop. */
public final class Sources {
    private static final Logger log = LoggerFactory.getLogger(Sources.class);
    private static final int LOOK_UP_EVERY = 5;

    private final Vertx vertx;
    private final List<SourceName> names;
    private final SourceReader reader;
    private final int most;
    private final Map<SourceName, List<SourceAddress>> found = new LinkedHashMap<>();
    private Map<SourceAddress, ReadSource> all = new LinkedHashMap<>();
    private int rounds;

    /** None is read before the first {@link #round}; beyond {@code most} addresses the rest is left out. */
    public Sources(Vertx vertx, List<SourceName> names, SourceReader reader, int most) {
        this.vertx = vertx;
        this.names = names;
        this.reader = reader;
        this.most = most;
        names.forEach(name -> found.put(name, name.each() ? List.of() : List.of(SourceAddress.of(name, null))));
        arrange();
    }

    /** Asks each source that has no request on its way; called once a second. */
    public void round() {
        if (rounds++ % LOOK_UP_EVERY == 0) {
            names.stream().filter(SourceName::each).forEach(this::lookUp);
        }
        for (ReadSource source : all.values()) {
            if (!source.asked()) {
                source.ask();
                reader.read(source.address()).onComplete(source::answered, cause -> source.failed(reason(cause)));
            }
        }
    }

    private static String reason(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Every source, in the order of the settings. */
    public List<ReadSource> all() {
        return new ArrayList<>(all.values());
    }

    private void lookUp(SourceName name) {
        vertx.executeBlocking(() -> addresses(name)).onSuccess(addresses -> {
            // A name that has no address for a moment keeps its sources: they then show when they answered last.
            if (!addresses.isEmpty()) {
                found.put(name, addresses);
                arrange();
            }
        });
    }

    private static List<SourceAddress> addresses(SourceName name) {
        try {
            return Arrays.stream(InetAddress.getAllByName(name.host()))
                    .map(InetAddress::getHostAddress)
                    .distinct()
                    .sorted()
                    .map(ip -> SourceAddress.of(name, ip))
                    .toList();
        } catch (UnknownHostException e) {
            log.debug("{} has no address", name.host(), e);
            return List.of();
        }
    }

    private void arrange() {
        Stream<SourceAddress> wanted =
                found.values().stream().flatMap(List::stream).limit(most);
        Map<SourceAddress, ReadSource> next = new LinkedHashMap<>();
        wanted.forEach(address -> next.put(address, all.getOrDefault(address, new ReadSource(address))));
        all = next;
    }
}
