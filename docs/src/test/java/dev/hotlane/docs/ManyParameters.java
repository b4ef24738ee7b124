package dev.hotlane.docs;

import java.util.Map;

/** What may take more than seven parameters, and why. A line that is not needed any more fails the test. */
final class ManyParameters {
    private static final String WIRE =
            "the fields of one message of the log, in its order; gateway and tools read them";
    private static final String HOT = "the lane's hot path: numbers by value, so that nothing is allocated";
    private static final String OPTIONS = "one component per option of the command";
    private static final String RESULT = "one component per figure of a report";
    private static final String MODEL =
            "the reference model: one component per number of a record, a hold or an answer";

    static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("protocol: Beat", WIRE),
            Map.entry("protocol: FeedProgress", WIRE),
            Map.entry("protocol: Rules", WIRE),
            Map.entry("protocol: Tick", WIRE),
            Map.entry("flusher: DirtyMap.put", HOT),
            Map.entry("flusher: HBatching.counter", HOT),
            Map.entry("flusher: Marshaller.counter", HOT),
            Map.entry("flusher: VBatching.counter", HOT),
            Map.entry("processor: ChangeSink.counter", HOT),
            Map.entry("processor: ChangeTrace.counter", HOT),
            Map.entry("processor: FlushStage.counter", HOT),
            Map.entry("processor: ViewStage.counter", HOT),
            Map.entry("processor: ProcessorSettings", OPTIONS),
            Map.entry("infra: Projector.counter", HOT),
            Map.entry("infra: RecordChanges.counter", HOT),
            Map.entry("infra: WhatIfColumn.counter", HOT),
            Map.entry("infra: FeedSurroundings", "one component per thing around a feed that the simulation replaces"),
            Map.entry("infra: TracedChange", "what a line of a history may have"),
            Map.entry("infra: WhatIfReport", RESULT),
            Map.entry("proof: Quarantine.NoChange.counter", HOT),
            Map.entry("console: ConsoleSettings", OPTIONS),
            Map.entry("gateway: CallInput", "one component per part of a request that a call may read"),
            Map.entry("infra: DevStackSettings", OPTIONS),
            Map.entry("infra: Verification", RESULT),
            Map.entry("jmh: ComparePlan", OPTIONS),
            Map.entry("jmh: FeedBenchSettings", OPTIONS),
            Map.entry("jmh: HostileBenchSettings", OPTIONS),
            Map.entry("jmh: HttpBenchSettings", OPTIONS),
            Map.entry("jmh: LoadResult", RESULT),
            Map.entry("jmh: LoadSettings", OPTIONS),
            Map.entry("jmh: ReadsSettings", OPTIONS),
            Map.entry("proof: CheckReport", RESULT),
            Map.entry("proof: LogEntry.Numbers", MODEL),
            Map.entry("proof: ModelAnswer", MODEL),
            Map.entry("proof: ModelAnswer.Hold", MODEL),
            Map.entry("proof: ReplayCheck", "what the replay is compared with"),
            Map.entry("proof: ScenePlan", OPTIONS));

    private ManyParameters() {}
}
