package dev.hotlane.client;

import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Addresses of gateways; calls begin at the last gateway that answered. Any thread. */
final class Gateways {
    private final List<URI> addresses;
    private final AtomicInteger preferred = new AtomicInteger();

    Gateways(List<URI> addresses) {
        this.addresses = addresses;
    }

    int count() {
        return addresses.size();
    }

    /** Number of the gateway at which a call begins. */
    int first() {
        return preferred.get();
    }

    URI address(int number) {
        return addresses.get(number);
    }

    void answered(int number) {
        preferred.set(number);
    }
}
