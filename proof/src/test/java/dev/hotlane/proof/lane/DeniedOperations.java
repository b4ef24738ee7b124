package dev.hotlane.proof.lane;

import dev.hotlane.infra.acls.AccountRole;
import java.util.ArrayList;
import java.util.List;

/**
 * What each account must be refused, as words of an {@link Attempt}: operation, then topic, group or transactional id. What
 * it may do stands here a second time, by hand, so that the shipped list of ACLs is not its own proof.
 */
final class DeniedOperations {
    private static final List<String> TOPICS = List.of("commands", "replies", "view", "cards");

    private static final List<String> ON_TOPICS = lines("""
            produce
            fetch
            describe
            describe configs
            delete records
            delete topic
            alter configs
            add partitions
            """);

    private static final List<String> ON_OTHERS = lines("""
            begin transaction feed.x
            begin transaction other
            create topic evil
            create acl commands
            set password operator
            read group flushed
            commit group flushed
            delete group flushed
            read group feed
            commit group feed
            delete group feed
            describe log directories commands
            read group other
            commit group other
            """);

    private static final String GATEWAY = """
            describe commands
            describe configs commands
            produce commands
            describe replies
            describe configs replies
            fetch replies
            describe view
            fetch view
            describe cards
            describe configs cards
            fetch cards
            """;

    private static final String PROCESSOR = """
            describe commands
            describe configs commands
            fetch commands
            produce commands
            describe replies
            describe configs replies
            produce replies
            describe view
            produce view
            read group flushed
            commit group flushed
            """;

    private DeniedOperations() {}

    static List<String> of(AccountRole role) {
        List<String> all = new ArrayList<>(ON_OTHERS);
        // The operator may do all on the lane's topics.
        if (role != AccountRole.OPERATOR) {
            TOPICS.forEach(topic -> ON_TOPICS.forEach(operation -> all.add(operation + " " + topic)));
        }
        all.removeAll(lines(allowed(role)));
        return all;
    }

    private static String allowed(AccountRole role) {
        return switch (role) {
            case GATEWAY -> GATEWAY;
            case PROCESSOR -> PROCESSOR;
            case NODE -> GATEWAY + PROCESSOR;
            case RETENTION ->
                "describe commands\ndelete records commands\ndelete topic commands\ndescribe log directories commands";
            case FEED ->
                "describe commands\nfetch commands\nbegin transaction feed.x\nread group feed\ncommit group feed";
            case CONSOLE -> "describe commands\nfetch commands\ndescribe replies\nfetch replies";
            case CARDS -> "describe cards\nproduce cards";
            case OPERATOR -> """
            read group flushed
            commit group flushed
            delete group flushed
            read group feed
            commit group feed
            delete group feed
            begin transaction feed.x
            """;
        };
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }
}
