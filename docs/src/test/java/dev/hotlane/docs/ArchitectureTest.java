package dev.hotlane.docs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.hotlane.gateway.lane.CommandProducer;
import dev.hotlane.gateway.lane.ReplyConsumer;
import dev.hotlane.processor.checkpoint.StateSave;
import dev.hotlane.processor.flush.FlushStage;
import dev.hotlane.processor.lead.Contender;
import dev.hotlane.processor.reply.ReplyStage;
import dev.hotlane.processor.ring.Stages;
import dev.hotlane.processor.ring.StateStage;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.state.StateSink;
import dev.hotlane.processor.view.ViewStage;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.HeapShare;

/** The dependency table of the design, and the purity of the state, as rules over the compiled classes. */
@AnalyzeClasses(packages = "dev.hotlane", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule protocolImportsNoModule = module(
            "protocol", "client", "access", "gateway", "console", "flusher", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule clientImportsNoModule = module(
            "client", "protocol", "access", "gateway", "console", "flusher", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule accessImportsProtocolOnly =
            module("access", "client", "gateway", "console", "flusher", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule gatewayImportsProtocolAndAccess =
            module("gateway", "client", "console", "flusher", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule consoleImportsProtocolAccessAndGateway =
            module("console", "client", "flusher", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule flusherImportsProtocolOnly =
            module("flusher", "client", "access", "gateway", "console", "processor", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule processorImportsProtocolFlusherAndAccess =
            module("processor", "client", "gateway", "console", "infra", "jmh", "proof");

    @ArchTest
    static final ArchRule onlyTheProcessorsPortKnowsPrincipals = noClasses()
            .that()
            .resideInAPackage("dev.hotlane.processor..")
            .and()
            .resideOutsideOfPackage("dev.hotlane.processor.status..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.hotlane.access..");

    @ArchTest
    static final ArchRule infraImportsNoMeasurementAndNoProof = module("infra", "jmh", "proof");

    @ArchTest
    static final ArchRule jmhImportsNoProof = module("jmh", "proof");

    @ArchTest
    static final ArchRule proofImportsNoMeasurement = module("proof", "jmh");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.hotlane.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theGatewayGoesFromHttpOverCallToLane = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("http")
            .definedBy("dev.hotlane.gateway.http..")
            .layer("call")
            .definedBy("dev.hotlane.gateway.call..")
            .layer("lane")
            .definedBy("dev.hotlane.gateway.lane..")
            .whereLayer("http")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("call")
            .mayOnlyBeAccessedByLayers("http")
            .whereLayer("lane")
            .mayOnlyBeAccessedByLayers("http", "call");

    @ArchTest
    static final ArchRule theGatewayHasThesePackagesOnly = classes()
            .that()
            .resideInAPackage("dev.hotlane.gateway..")
            .should()
            .resideInAnyPackage(
                    "dev.hotlane.gateway",
                    "dev.hotlane.gateway.access",
                    "dev.hotlane.gateway.http",
                    "dev.hotlane.gateway.http.batch",
                    "dev.hotlane.gateway.call",
                    "dev.hotlane.gateway.board",
                    "dev.hotlane.gateway.cards",
                    "dev.hotlane.gateway.changes",
                    "dev.hotlane.gateway.lane",
                    "dev.hotlane.gateway.json",
                    "dev.hotlane.gateway.problem",
                    "dev.hotlane.gateway.listing",
                    "dev.hotlane.gateway.status",
                    "dev.hotlane.gateway.view",
                    "dev.hotlane.gateway.watch",
                    "dev.hotlane.gateway.settings")
            .because("each class has its place in one of them: a new package is a decision of its own");

    @ArchTest
    static final ArchRule theRootOfTheProcessorHoldsStartAndStopOnly = classes()
            .that()
            .resideInAPackage("dev.hotlane.processor")
            .should()
            .haveNameMatching("dev\\.hotlane\\.processor\\.(Processor|ProcessorSettings|RunningLane|LaneStop)(\\$.*)?")
            .orShould()
            .haveSimpleName("package-info")
            .because("all else has a package: log, ring, state, reply, flush, view, lead, checkpoint, recover, watch,"
                    + " status");

    @ArchTest
    static final ArchRule onlyTheLaneOfTheGatewaySendsAndReceives = noClasses()
            .that()
            .resideInAnyPackage("dev.hotlane.gateway.http..", "dev.hotlane.gateway.call..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(CommandProducer.class, ReplyConsumer.class)
            .because("requests enter lane as an exchange and leave it as its answer, not by way of http");

    @ArchTest
    static final ArchRule stateCompilesWithJdkAgronaAndProtocolOnly = classes()
            .that()
            .resideInAPackage("dev.hotlane.processor.state..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.hotlane.processor.state..",
                    "dev.hotlane.protocol..",
                    "org.agrona..",
                    "java.lang",
                    "java.lang.invoke",
                    "java.util",
                    "java.nio")
            .because("the state is a pure function of the log: no clock, I/O, threads, logging or setting");

    @ArchTest
    static final ArchRule stateReadsNoClockAndNoChance = noClasses()
            .that()
            .resideInAPackage("dev.hotlane.processor.state..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "identityHashCode", Object.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.util\\.(Random|SplittableRandom|UUID|Date|Locale|HashMap|HashSet|IdentityHashMap|WeakHashMap)");

    @ArchTest
    static final ArchRule stateReadsNoFigureOfThisProcess = noClasses()
            .that()
            .resideInAPackage("dev.hotlane.processor.state..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Beat.class, HeapShare.class)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("dev.hotlane.protocol.process..")
            .because("how much waits for MySQL, and how large the heap is, differs between processes at one offset");

    @ArchTest
    static final ArchRule stagesAreMadeInOnePlace = constructors()
            .that()
            .areDeclaredInClassesThat()
            .belongToAnyOf(Contender.class, StateStage.class, ReplyStage.class, FlushStage.class, ViewStage.class)
            .should()
            .onlyBeCalled()
            .byClassesThat()
            .belongToAnyOf(Stages.class)
            .because("product, simulation and benchmark run the same stages");

    @ArchTest
    static final ArchRule noStageSavesAState = noClasses()
            .that()
            .resideInAPackage("dev.hotlane.processor..")
            .and()
            .resideOutsideOfPackages("dev.hotlane.processor.state..", "dev.hotlane.processor.checkpoint..")
            .should()
            .callMethod(State.class, "save", StateSink.class)
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(StateSave.class)
            .because("it takes seconds, and the lane would stand still: followers do it");

    @ArchTest
    static final ArchRule theSecondOpinionSharesNothingWithTheLane = classes()
            .that()
            .resideInAnyPackage("dev.hotlane.proof.history.replay..", "dev.hotlane.proof.history.check..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.hotlane.proof.model..",
                    "dev.hotlane.proof.history.replay..",
                    "dev.hotlane.proof.history.check..",
                    "com.fasterxml.jackson.core..",
                    "java..")
            .because("a checker that shares code with what it checks shares its mistakes");

    @ArchTest
    static final ArchRule theReferenceModelCompilesWithTheJdkOnly = classes()
            .that()
            .resideInAPackage("dev.hotlane.proof.model..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.hotlane.proof.model..", "java.lang..", "java.math..", "java.util..", "java.nio.charset..")
            .because("a model that shares code or numbers with the lane shares its mistakes");

    @ArchTest
    static final ArchRule onlyTheFlusherAndTheListOfCountersSpeakSql = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.hotlane.flusher..",
                    "dev.hotlane.gateway.listing..",
                    "dev.hotlane.infra..",
                    "dev.hotlane.proof..",
                    "dev.hotlane.jmh..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "com.mysql..", "org.flywaydb..");

    @ArchTest
    static final ArchRule benchmarksAreNamedSo = methods()
            .that()
            .areAnnotatedWith("org.openjdk.jmh.annotations.Benchmark")
            .should()
            .beDeclaredInClassesThat()
            .haveSimpleNameEndingWith("Benchmark");

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Manager|Helper|Utils?)")
            .because("these endings say nothing; name what it is");

    private static ArchRule module(String module, String... unknown) {
        String[] packages = new String[unknown.length];
        for (int i = 0; i < unknown.length; i++) {
            packages[i] = "dev.hotlane." + unknown[i] + "..";
        }
        return noClasses()
                .that()
                .resideInAPackage("dev.hotlane." + module + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages);
    }
}
