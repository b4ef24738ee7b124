package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KeyCredential;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.gateway.KeyFile;
import dev.hotlane.gateway.access.GatewayAccess;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.settings.AccessSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The cap of one principal's streams; CallersTest reaches it at a gateway with a view. */
class RatedStreamTest {
    private final KeyFile file = new KeyFile();
    private final String key = file.add(
            "watcher", KeyFile.grant("read"), "\"rate\":{\"perSecond\":10,\"burst\":10,\"inFlight\":10,\"streams\":2}");
    private final GatewayAccess access = GatewayAccess.of(new AccessSettings(file.path()));
    private final KnownCaller caller =
            KeyCredential.caller(new KeyCheck().find(access.principals(), key, 0), access.principals());

    @AfterEach
    void stop() {
        access.close();
    }

    @Test
    void opensAsManyAsThePrincipalMayHave() {
        RatedStream.open(access, caller);
        RatedStream.open(access, caller);
        requireFull();
        assertThat(RatedStream.open(access, KnownCaller.ANYONE)).isNotNull();
    }

    @Test
    void oneThatIsOverMakesRoomForOne() {
        RatedStream first = RatedStream.open(access, caller);
        RatedStream.open(access, caller);
        first.close();
        first.close();
        RatedStream.open(access, caller);
        requireFull();
    }

    private void requireFull() {
        assertThatThrownBy(() -> RatedStream.open(access, caller))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refused -> assertThat(refused.code()).isEqualTo(Code.QUOTA_EXCEEDED))
                .hasMessageContaining("streams");
    }
}
