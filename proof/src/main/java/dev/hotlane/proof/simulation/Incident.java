package dev.hotlane.proof.simulation;

/**
 * Something goes wrong.
 *
 * @param step of the simulation
 * @param what goes wrong
 * @param whom which processor or gateway, 0 or 1
 * @param much how long in milliseconds, how far, or at which statement, as the kind has it
 */
public record Incident(int step, Kind what, int whom, int much) {

    /** What can go wrong. */
    public enum Kind {
        /** A processor ends without a word, between two steps. */
        PROCESSOR_CRASHES,
        /** A processor ends in the middle of a MySQL transaction, at its next statements. */
        PROCESSOR_CRASHES_IN_TRANSACTION,
        /** A processor stands still and goes on later, as by SIGSTOP or a long collection. */
        PROCESSOR_FREEZES,
        /** A processor is asked to end. */
        PROCESSOR_STOPS,
        /** A processor hears nothing of the log for a while. */
        PROCESSOR_HEARS_NOTHING,
        /** A processor's wall clock jumps. */
        PROCESSOR_CLOCK_JUMPS,
        /** What a processor appends to the log is lost, late, repeated or of unknown outcome. */
        PROCESSOR_SENDS_BADLY,
        /** Replies are late, or fail for good. */
        REPLIES_GO_BADLY,
        /** One stage of a processor lags far behind the others. */
        STAGE_LAGS,
        /** The broker's clock jumps, backward too. */
        BROKER_CLOCK_JUMPS,
        /** The broker takes and gives nothing for a while. */
        BROKER_AWAY,
        /** What is appended becomes visible late. */
        BROKER_COMMITS_LATE,
        /** MySQL is gone for a while. */
        MYSQL_AWAY,
        /** Every few statements fail, in all the ways they can. */
        MYSQL_FLAKY,
        /** A COMMIT's answer is lost: its outcome is unknown. */
        COMMIT_UNKNOWN,
        /** MySQL is set back to an older backup; sometimes a snapshot is asked for right then. */
        MYSQL_RESTORED,
        /** A gateway ends and comes back as another incarnation. */
        GATEWAY_CRASHES,
        /** A gateway hears no replies for a while. */
        GATEWAY_HEARS_NOTHING,
        /** What a gateway sends is lost, late, repeated or of unknown outcome. */
        GATEWAY_SENDS_BADLY,
        /** Bytes that are no record stand in the log. */
        GARBAGE,
        /** Rules that this build does not know stand in the log: every processor must stop there. */
        NEWER_RULES,
        /** An operator stops every processor, writes a SKIP of a record that no process got past, and lets them start. */
        OPERATOR_SKIPS,
        /** An operator writes a SKIP of a record that a leader got past long ago. */
        OPERATOR_SKIPS_IN_VAIN,
        /** An operator takes a snapshot of MySQL: from then on the leader deletes the log below it. */
        SNAPSHOT_TAKEN,
        /** A LEAD of somebody who did not write it. */
        FORGED_LEAD,
        /** A TICK of somebody who did not write it. */
        FORGED_TICK,
        /** A RESIGN of somebody who did not write it. */
        FORGED_RESIGN,
        /** A BEAT of somebody who did not write it, to one gateway. */
        FORGED_BEAT,
        /** RULES that must not come into force. */
        FORGED_RULES,
        /** A SKIP that must not take effect. */
        FORGED_SKIP,
        /** RULES of the next version and in bounds, absurd or right: from then on they are the rules. */
        INTRUDER_CHANGES_RULES,
        /** SKIPs of garbage, right behind it: every process that runs must end there, and nothing changes. */
        INTRUDER_SKIPS,
        /** A SKIP of what a leader got past, answered or not, or of what the log has no more. */
        INTRUDER_SKIPS_IN_VAIN,
        /** A SKIP of a command that changed the state and that no TICK has passed: it takes effect. */
        VOIDING_SKIP,
        /** One of the event loops of a node's gateway stops, for a while or until the process ends. */
        NODE_LOOP_STUCK,
        /** The next command is one that no process can apply, until an operator skips it. */
        NODE_POISON,
        /** What a processor sends to the view topic is lost, late, repeated or of unknown outcome. */
        VIEW_SENDS_BADLY,
        /** A processor's producer takes no pack for a while. */
        VIEW_TAKES_NOTHING,
        /** The view stage of a processor stands still for a while. */
        VIEW_STAGE_LAGS,
        /** The broker loses the newest packs. */
        VIEW_PACKS_LOST,
        /** A gateway's thread view-table stands still for a while. */
        VIEW_READER_LAGS,
        /** The process of a gateway stands still, as by SIGSTOP. */
        GATEWAY_FREEZES,
        /** The machine of a gateway stands still, its monotonic clock too; the wall clock goes on. */
        GATEWAY_MACHINE_PAUSES,
        /** A feed ends, at a point of its next transaction or at once. */
        FEED_KILLED,
        /** A feed stands still for a while, at a point of its next transaction or at once. */
        FEED_FREEZES,
        /** A feed's commits are lost, late, or of unknown outcome for a while. */
        FEED_COMMITS_BADLY,
        /** A feed receives nothing for a while. */
        FEED_RECEIVES_NOTHING,
        /** A feed ends and comes back without its state files, or with a damaged one. */
        FEED_LOSES_FILES,
        /** Both feeds are away for a while, and a snapshot is taken: the log may be deleted meanwhile. */
        FEEDS_AWAY,
        /** An operator fences the feeds, as `skip` does. */
        FEED_FENCED,
        /** Both processors end, and no other leads for a while. */
        NO_LEADER,
        /** Kafka loses the newest records, answered ones among them, and both processors end. In scripts only. */
        LOG_LOSES_TAIL,
        /**
         * After all work is done the log is lost, and MySQL is anchored to a new topic, where only feeds follow. In scripts
         * only, of lanes with feeds.
         */
        LOG_RE_ANCHORED;

        /** Whether an intruder writes what only a leader or an operator should, and mostly in vain. */
        boolean isForged() {
            return name().startsWith("FORGED");
        }

        /** Whether it is planned only where some process is a node. */
        boolean isOfNodes() {
            return this == NODE_LOOP_STUCK || this == NODE_POISON;
        }

        /** Whether it is planned only where gateways have views. */
        boolean isOfViews() {
            return ordinal() >= VIEW_SENDS_BADLY.ordinal() && !isOfFeeds() && !isScripted();
        }

        /** Whether it is planned only where change feeds follow the lane. */
        boolean isOfFeeds() {
            return ordinal() >= FEED_KILLED.ordinal() && !isScripted();
        }

        /** Whether no drawn plan has it. */
        boolean isScripted() {
            return this == LOG_LOSES_TAIL || this == LOG_RE_ANCHORED;
        }

        /** Whether an intruder writes valid RULES or a valid SKIP. */
        boolean isValidForgery() {
            return name().startsWith("INTRUDER");
        }

        /** Whether an intruder voids answers. */
        boolean isVoiding() {
            return this == VOIDING_SKIP;
        }
    }

    @Override
    public String toString() {
        return "step " + step + ": " + what + " (" + whom + ", " + much + ")";
    }
}
