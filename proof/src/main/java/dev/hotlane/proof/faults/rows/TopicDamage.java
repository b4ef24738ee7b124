package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;

/** Changes of a topic that an operator can make by mistake. One thread. */
final class TopicDamage {
    private static final int ASK_SECONDS_MAX = 60;

    private final Scene on;
    private final String topic;

    /** To the command topic. */
    TopicDamage(Scene on) {
        this(on, on.commands());
    }

    /** To that topic of the lane. */
    TopicDamage(Scene on, String topic) {
        this.on = on;
        this.topic = topic;
    }

    /** Sends one request to the broker and waits for its result. */
    <T> T ask(Function<Admin, ? extends Future<T>> question) {
        try (Admin admin = Admin.create(on.stack().connection().client(Map.of()))) {
            return question.apply(admin).get(ASK_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new RowFailure("the broker did not do it: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RowFailure("interrupted");
        }
    }

    /** Deletes the topic; returns when the broker no longer lists it. */
    void delete() {
        ask(admin -> admin.deleteTopics(List.of(topic)).all());
        on.await(
                "the end of the topic",
                () -> !ask(admin -> admin.listTopics().names()).contains(topic));
    }

    void recreate() {
        ask(admin -> admin.deleteTopics(List.of(topic)).all());
        // The broker deletes asynchronously, and rejects the name until then.
        on.await("the new topic", this::created);
    }

    private boolean created() {
        NewTopic anew = new NewTopic(topic, 1, (short) 1)
                .configs(Map.of("message.timestamp.type", "LogAppendTime", "retention.ms", "-1"));
        try {
            ask(admin -> admin.createTopics(List.of(anew)).all());
            return true;
        } catch (RowFailure e) {
            return false;
        }
    }

    void partitions(int count) {
        ask(admin -> admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(count)))
                .all());
    }

    void set(String name, String value) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp change = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
        ask(admin ->
                admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all());
    }

    /** Waits for the leader's alarm; returns the ms it took. */
    long awaitAlarm() {
        return on.await(
                "an alarm", () -> on.leader().map(place -> alarmed(place)).orElse(false));
    }

    private static boolean alarmed(ChildSlot place) {
        return place.metric("hotlane_topics_changed") == 1;
    }
}
