package dev.hotlane.console;

import dev.hotlane.console.caller.LoginSessionsTest;
import dev.hotlane.console.care.ShellWordTest;
import dev.hotlane.console.log.LogStepTest;
import dev.hotlane.console.page.LivePagesTest;
import dev.hotlane.console.sample.LaneSampleTest;
import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** Faults of the console, each found by a test without a lane. */
class PlantedConsoleFaultsTest extends FoundFaults {
    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "an old number is shown as current",
                                "sample/SourceColumn",
                                "return source.answers() && now - source.newest().at() <= CURRENT_MS;",
                                "return source.newest() != null;")
                        .foundBy(LaneSampleTest.class, "aSourceThatDoesNotAnswerShowsNothingButTheTimeOfItsLastAnswer"),
                new PlantedFault(
                                "the counts of a restarted source are compared with those before",
                                "sample/GatewayRates",
                                " || !from.incarnation().equals(to.incarnation())",
                                "")
                        .foundBy(LaneSampleTest.class, "aRestartedSourceHasNoRateUntilItsSecondReading"),
                new PlantedFault(
                                "a redirect is followed with the key",
                                "source/SourceReader",
                                "setFollowRedirects(false)",
                                "setFollowRedirects(true)")
                        .foundBy(RunningConsoleTest.class, "aRedirectIsNotFollowedSoTheKeyStays"),
                new PlantedFault(
                                "a slow page is kept", "page/LivePages", ">= UNREAD_ROUNDS_MAX", ">= Integer.MAX_VALUE")
                        .foundBy(
                                LivePagesTest.class, "aPageThatTakesNothingForTenRoundsIsClosedAndGotNothingMeanwhile"),
                new PlantedFault("any number of pages", "page/LivePages", "PAGES_MAX = 100", "PAGES_MAX = 1_000")
                        .foundBy(RunningConsoleTest.class, "thePageBeyondAHundredGets503"),
                new PlantedFault("any Host", "page/PageGuard", "if (!hosts.allow(host)", "if (host.isEmpty()")
                        .foundBy(RunningConsoleTest.class, "foreignNamesOriginsAndMethodsAreRefused"),
                new PlantedFault(
                                "scripts of anyone may run",
                                "page/PageServer",
                                "default-src 'self'",
                                "default-src 'self' 'unsafe-inline'")
                        .foundBy(RunningConsoleTest.class, "everyFileHasThePolicyAndTheLibrariesAreThere"),
                new PlantedFault(
                                "a key leaves unencrypted",
                                "ConsoleSettings",
                                "if (!source.keepsKeys())",
                                "if (source == null)")
                        .foundBy(RunningConsoleTest.class, "aKeyThatWouldLeaveUnencryptedIsRefused"),
                new PlantedFault(
                                "a name breaks out of the quotes of a command",
                                "care/ShellWord",
                                ".replace(\"'\", \"'\\\\''\")",
                                "")
                        .foundBy(ShellWordTest.class, "aShellReadsTheTextBack"),
                new PlantedFault(
                                "the commands of Care wait for Kafka",
                                "page/LogAnswers",
                                "request.getParam(\"rules\") == null",
                                "request.path() == null")
                        .foundBy(ConsoleLogTest.class, "careHasItsCommandsWhileKafkaIsAwayAndTheRulesWhenItIsBack"),
                new PlantedFault(
                                "a step of a search without a bound on records",
                                "log/LogStep",
                                "read < RECORDS_MAX",
                                "read < Integer.MAX_VALUE")
                        .foundBy(LogStepTest.class, "aStepEndsAfterTooManyRecordsAndTheNextGoesOnThere"),
                new PlantedFault(
                                "a step of a search without a bound on time",
                                "log/LogStep",
                                "spent >= TIME_MAX",
                                "spent == Long.MAX_VALUE")
                        .foundBy(LogStepTest.class, "aStepEndsAfterASecond"),
                new PlantedFault("five searches at once", "log/LogDesk", "STEPS_MAX = 4", "STEPS_MAX = 5")
                        .foundBy(ConsoleLogTest.class, "theFifthStepAtOnceGets429AndTheEventLoopGoesOn"),
                new PlantedFault("the log of every tenant", "page/LogAnswers", "clock).of(tenant);", "clock);")
                        .foundBy(ConsoleLoginTest.class, "theLogHasTheRecordsOfTheOwnTenantAlone"),
                new PlantedFault(
                                "a login without the token of its form",
                                "page/LoginAnswers",
                                "if (!RandomText.same(sent.field(\"csrf\"), door.cookie(request, FORM))) {",
                                "if (sent == null) {")
                        .foundBy(ConsoleLoginTest.class, "aLoginNeedsTheTokenOfItsForm"),
                new PlantedFault(
                                "a logout without the token of its session",
                                "page/LoginAnswers",
                                "if (session != null && !RandomText",
                                "if (session == null && !RandomText")
                        .foundBy(ConsoleLoginTest.class, "aLogoutNeedsTheTokenOfItsSessionAndEndsItAndItsStream"),
                new PlantedFault(
                                "a session that outlives its principal",
                                "caller/LoginSession",
                                "caller.in(principals.get())",
                                "caller")
                        .foundBy(LoginSessionsTest.class, "aSessionEndsWithItsPrincipalAndDoesNotComeBackWithIt"),
                new PlantedFault(
                                "a stream that outlives its session",
                                "page/LivePages",
                                "if (!page.session.goesOn()) {",
                                "if (page.session == null) {")
                        .foundBy(LivePagesTest.class, "aPageEndsWithItsSession"),
                new PlantedFault(
                                "keys that a caller may not read",
                                "ShownFigures",
                                " && keys.cover(key.getBytes(StandardCharsets.UTF_8))",
                                "")
                        .foundBy(ConsoleLoginTest.class, "keysThatACallerMayNotReadAreNotInItsFigures"),
                new PlantedFault(
                                "groups of limits that a caller may not read",
                                "ShownFigures",
                                "rows(shown, \"limits\", keys, Integer.MAX_VALUE);",
                                "")
                        .foundBy(ShownFiguresTest.class, "aGroupOfLimitsIsShownToThoseThatMayReadEveryKeyOfIt"),
                new PlantedFault(
                                "a changed certificate is not taken",
                                "page/PageDoor",
                                "tls.current() != used",
                                "used == null")
                        .foundBy(
                                ConsoleCertificateTest.class,
                                "newConnectionsGetTheNewCertificateWhileASessionAndItsStreamGoOn"),
                new PlantedFault(
                                "any number of attempts",
                                "caller/LoginAttempts",
                                "nowMs - times[place] < MINUTE_MS",
                                "nowMs < times[place]")
                        .foundBy(LoginSessionsTest.class, "anAddressHasTenAttemptsInAnyMinute"),
                new PlantedFault(
                                "a view without its verb",
                                "page/PageDoor",
                                "if (lack != null) {",
                                "if (view == null) {")
                        .foundBy(ConsoleLoginTest.class, "aCallerSeesTheViewsOfItsGrants"));
    }
}
