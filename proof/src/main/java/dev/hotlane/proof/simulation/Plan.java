package dev.hotlane.proof.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * All that is to happen in one simulation, apart from what chance does with it. Drawn from a seed; a shrunk plan has
 * fewer orders and incidents under the same seed.
 *
 * @param seed of everything
 * @param steps before the lane is left in peace
 * @param orders by step
 * @param incidents by step
 * @param form which processes are nodes
 * @param views whether gateways read from memory
 * @param feed whether change feeds follow the lane
 */
public record Plan(
        long seed,
        int steps,
        List<ClientOrder> orders,
        List<Incident> incidents,
        LaneForm form,
        boolean views,
        FeedForm feed) {
    private static final int ORDERS_MAX = 44;
    private static final int INCIDENTS_MAX = 12;
    private static final ClientOrder.Kind[] ORDER_KINDS = ClientOrder.Kind.values();
    private static final int FORGERIES_MAX = 4;
    private static final Incident.Kind[] INCIDENT_KINDS = Arrays.stream(Incident.Kind.values())
            .filter(kind -> !kind.isForged()
                    && !kind.isValidForgery()
                    && !kind.isVoiding()
                    && !kind.isOfNodes()
                    && !kind.isOfViews()
                    && !kind.isOfFeeds()
                    && !kind.isScripted())
            .toArray(Incident.Kind[]::new);
    private static final Incident.Kind[] FORGERIES = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isForged)
            .toArray(Incident.Kind[]::new);

    private static final int VALID_FORGERIES_MAX = 3;
    private static final Incident.Kind[] VALID_FORGERIES = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isValidForgery)
            .toArray(Incident.Kind[]::new);

    private static final int VOIDING_MAX = 2;
    private static final Incident.Kind[] VOIDING = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isVoiding)
            .toArray(Incident.Kind[]::new);

    private static final int OF_NODES_MAX = 3;
    private static final Incident.Kind[] OF_NODES = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isOfNodes)
            .toArray(Incident.Kind[]::new);

    private static final int OF_VIEWS_MAX = 10;
    private static final Incident.Kind[] OF_VIEWS = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isOfViews)
            .toArray(Incident.Kind[]::new);

    /** A lane with feeds takes half as long again. */
    private static final int FEEDS_PERCENT = 20;

    private static final int OF_FEEDS_MAX = 8;
    private static final Incident.Kind[] OF_FEEDS = Arrays.stream(Incident.Kind.values())
            .filter(Incident.Kind::isOfFeeds)
            .toArray(Incident.Kind[]::new);
    private static final FeedForm[] FEEDS = {FeedForm.KEPT, FeedForm.CUT, FeedForm.STOCK, FeedForm.KEPT};

    /** That number of milliseconds an incident lasts at most. */
    private static final int LENGTH_MAX = 500;

    /** A plan without views. */
    Plan(long seed, int steps, List<ClientOrder> orders, List<Incident> incidents, LaneForm form) {
        this(seed, steps, orders, incidents, form, false);
    }

    /** A plan without feeds. */
    Plan(long seed, int steps, List<ClientOrder> orders, List<Incident> incidents, LaneForm form, boolean views) {
        this(seed, steps, orders, incidents, form, views, FeedForm.NONE);
    }

    /** The plan of that seed. */
    public static Plan of(long seed) {
        Chance chance = new Chance(seed);
        int steps = chance.between(250, 600);
        List<ClientOrder> orders = new ArrayList<>();
        for (int i = chance.between(8, ORDERS_MAX); i > 0; i--) {
            orders.add(new ClientOrder(chance.below(steps), orderKind(chance), chance.next() >>> 1));
        }
        List<Incident> incidents = new ArrayList<>();
        for (int i = chance.between(0, INCIDENTS_MAX); i > 0; i--) {
            Incident.Kind kind = incidentKind(chance);
            incidents.add(new Incident(chance.below(steps), kind, chance.below(2), chance.between(1, LENGTH_MAX)));
        }
        // Drawn last, the newest kinds behind the others: each addition leaves the rest of a seed's plan as it was.
        forge(chance, steps, FORGERIES, FORGERIES_MAX, incidents);
        forge(chance, steps, VALID_FORGERIES, VALID_FORGERIES_MAX, incidents);
        forge(chance, steps, VOIDING, VOIDING_MAX, incidents);
        LaneForm form = form(chance);
        if (form.hasNodes()) {
            forge(chance, steps, OF_NODES, OF_NODES_MAX, incidents);
        }
        boolean views = chance.percent(50);
        if (views) {
            forge(chance, steps, OF_VIEWS, OF_VIEWS_MAX, incidents);
        }
        FeedForm feed = chance.percent(FEEDS_PERCENT) ? FEEDS[chance.below(FEEDS.length)] : FeedForm.NONE;
        if (feed.has()) {
            forge(chance, steps, OF_FEEDS, OF_FEEDS_MAX, incidents);
        }
        orders.sort(Comparator.comparingInt(ClientOrder::step));
        incidents.sort(Comparator.comparingInt(Incident::step));
        return new Plan(seed, steps, List.copyOf(orders), List.copyOf(incidents), form, views, feed);
    }

    /** Every second lane has nodes. */
    private static LaneForm form(Chance chance) {
        int drawn = chance.below(100);
        return drawn < 50
                ? LaneForm.SPLIT
                : drawn < 80 ? LaneForm.NODES : drawn < 90 ? LaneForm.MIXED : LaneForm.SHARED_PARTITION;
    }

    private static void forge(Chance chance, int steps, Incident.Kind[] kinds, int most, List<Incident> incidents) {
        for (int i = chance.percent(50) ? chance.between(1, most) : 0; i > 0; i--) {
            Incident.Kind kind = kinds[chance.below(kinds.length)];
            incidents.add(new Incident(chance.below(steps), kind, chance.below(2), chance.between(1, LENGTH_MAX)));
        }
    }

    private static ClientOrder.Kind orderKind(Chance chance) {
        return chance.percent(40)
                ? chance.percent(50) ? ClientOrder.Kind.RESERVE : ClientOrder.Kind.BUY_PAIR
                : ORDER_KINDS[chance.below(ORDER_KINDS.length)];
    }

    private static Incident.Kind incidentKind(Chance chance) {
        if (chance.percent(25)) {
            return Incident.Kind.PROCESSOR_CRASHES;
        }
        Incident.Kind kind = INCIDENT_KINDS[chance.below(INCIDENT_KINDS.length)];
        // It ends the lane, so it must be rare.
        return kind == Incident.Kind.NEWER_RULES && chance.percent(75) ? Incident.Kind.MYSQL_FLAKY : kind;
    }

    Plan with(List<ClientOrder> fewerOrders, List<Incident> fewerIncidents) {
        return new Plan(seed, steps, List.copyOf(fewerOrders), List.copyOf(fewerIncidents), form, views, feed);
    }
}
