package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Damaged records of the lane: a flipped bit, cut short, grown, or noise. */
final class Fuzz {
    private static final int SAMPLES = 500;

    private Fuzz() {}

    static void records(Scene on) {
        int count = on.rounds(100_000, 4_000);
        on.load().awaitAnswers(SAMPLES);
        List<ConsumerRecord<byte[], byte[]>> samples = samples(on);
        ChildSlot leader = on.awaitLeader();
        double before = leader.metric("hotlane_garbage_total");
        on.nemesis(count + " fuzzed records");
        try (RecordForger scribe = RecordForger.of(on)) {
            for (int i = 0; i < count; i++) {
                ConsumerRecord<byte[], byte[]> sample = samples.get(on.random().nextInt(samples.size()));
                scribe.send(sample.key(), damaged(sample.value(), on.random()));
            }
            scribe.flush();
        }
        on.await("all of it counted", () -> leader.metric("hotlane_garbage_total") - before >= count);
        double counted = leader.metric("hotlane_garbage_total") - before;
        on.require(counted == count, "counted " + counted + " of " + count + " damaged records");
        on.fact(String.format("%,d sent, %,.0f counted as garbage", count, counted));
    }

    private static List<ConsumerRecord<byte[], byte[]>> samples(Scene on) {
        List<ConsumerRecord<byte[], byte[]>> samples = new ArrayList<>();
        try (TopicLog log = new TopicLog(on.stack().connection(), on.commands())) {
            log.seek(log.startOffset());
            while (samples.size() < SAMPLES) {
                samples.addAll(log.poll());
            }
        }
        return samples;
    }

    private static byte[] damaged(byte[] whole, SplittableRandom random) {
        byte[] damaged = switch (random.nextInt(4)) {
            case 0 -> noise(random);
            case 1 -> Arrays.copyOf(whole, random.nextInt(whole.length));
            case 2 -> Arrays.copyOf(whole, whole.length + random.nextInt(1, 40));
            default -> flipped(whole, random);
        };
        if (Arrays.equals(damaged, whole)) {
            throw new RowFailure("this is no damage");
        }
        return damaged;
    }

    private static byte[] noise(SplittableRandom random) {
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] flipped(byte[] whole, SplittableRandom random) {
        byte[] flipped = whole.clone();
        int bit = random.nextInt(whole.length * Byte.SIZE);
        flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        return flipped;
    }
}
