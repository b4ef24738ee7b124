package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Verdict;

/**
 * Makes pages of the lists of holds, newest first. Holds visited and bytes of a page are bounded, so it may have fewer
 * holds than its limit, even none: only a page without a cursor is the last. Owned by the state thread.
 */
final class HoldPages {
    /** Most holds that one READ visits; without a bound a rare owner in a long chain would delay the lane. */
    static final int VISITS_MAX = 1_024;

    /** Most bytes of the holds of a page, so that it fits into a reply record with other replies. */
    static final int BYTES_MAX = 48 * 1024;

    private final Holds holds;
    private final Answers answers;
    private final HoldImage image = new HoldImage();
    private final CommandId cursor = new CommandId();
    private final int[] found = new int[ReadView.PAGE_MAX];

    HoldPages(Holds holds, Answers answers) {
        this.holds = holds;
        this.answers = answers;
    }

    /** Replies to a READ of HOLDS. */
    void page(ReadView read, long horizon) {
        long tenant = read.tenant();
        long chain = chain(read, tenant);
        int link = holds.newestLink(chain);
        if (read.targetLength() > 0) {
            cursor.parse(read.bytes(), read.targetOffset(), read.targetLength(), tenant);
            int last = holds.find(cursor);
            int from = last == Holds.NONE ? Chains.NONE : holds.linkInto(last, chain);
            if (from == Chains.NONE) {
                answers.refuse(last == Holds.NONE ? Verdict.ID_EXPIRED : Verdict.MALFORMED, horizon);
                return;
            }
            link = holds.olderLink(from);
        }
        walk(read, tenant, link);
    }

    /** Two tenants may share a chain: the cursor is always a hold of this one. */
    private void walk(ReadView read, long tenant, int from) {
        int link = from;
        int last = Holds.NONE;
        int count = 0;
        int bytes = 0;
        int visits = 0;
        while (link != Chains.NONE && (visits < VISITS_MAX || last == Holds.NONE) && count < read.limit()) {
            int place = holds.holdOf(link);
            visits++;
            if (holds.read(place, image).tenant() != tenant) {
                link = holds.olderLink(link);
                continue;
            }
            if (isWanted(read, image)) {
                bytes += image.length();
                if (count > 0 && bytes > BYTES_MAX) {
                    break;
                }
                found[count++] = place;
            }
            last = place;
            link = holds.olderLink(link);
        }
        answers.page(holds, found, count, link == Chains.NONE ? null : holds.read(last, image));
    }

    private static boolean isWanted(ReadView read, HoldImage hold) {
        if (read.state() != 0 && read.state() != hold.state()) {
            return false;
        }
        if (!hold.isFor(read)) {
            return false;
        }
        boolean wanted = read.keyCount() == 0;
        for (int i = 0; i < hold.opCount() && !wanted; i++) {
            wanted = hold.isStock(i) && hold.isOf(i, read.bytes(), read.keyOffset(0), read.keyLength(0));
        }
        return wanted;
    }

    /** The shortest chain that contains all holds that the READ needs. */
    private long chain(ReadView read, long tenant) {
        if (read.ownerLength() > 0) {
            return holds.chainNames().owner(tenant, read.bytes(), read.ownerOffset(), read.ownerLength());
        }
        return read.keyCount() == 0
                ? holds.chainNames().tenant(tenant)
                : holds.chainNames().key(tenant, read.bytes(), read.keyOffset(0), read.keyLength(0));
    }
}
