package dev.hotlane.infra.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.containers.GenericContainer;

/** The server in a container that was started before. Its data goes with the container. */
final class ContainerServer implements StackServer {

    private static final Duration READY_POLL = Duration.ofMillis(50);
    private static final int STOP_SECONDS = 30;
    private static final int GONE_SECONDS = 30;

    private final GenericContainer<?> container;
    private final BooleanSupplier serves;
    private final DockerClient docker;

    /** @param serves whether clients are answered */
    ContainerServer(GenericContainer<?> container, BooleanSupplier serves) {
        this.container = container;
        this.serves = serves;
        this.docker = container.getDockerClient();
    }

    @Override
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        docker.startContainerCmd(id()).exec();
        awaitServing();
    }

    @Override
    public synchronized void kill9() {
        if (isRunning()) {
            docker.killContainerCmd(id()).withSignal("KILL").exec();
            awaitGone();
        }
    }

    @Override
    public synchronized void stop() {
        if (isRunning()) {
            resume();
            docker.stopContainerCmd(id()).withTimeout(STOP_SECONDS).exec();
            awaitGone();
        }
    }

    @Override
    public synchronized void suspend() {
        docker.pauseContainerCmd(id()).exec();
    }

    @Override
    public synchronized void resume() {
        if (isTrue(state().getPaused())) {
            docker.unpauseContainerCmd(id()).exec();
        }
    }

    /** Waits until it serves; fails, with what it wrote, when it does not. */
    void awaitServing() {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(READY_POLL)
                    .atMost(KafkaServer.READY_PATIENCE)
                    .until(serves::getAsBoolean);
        } catch (ConditionTimeoutException e) {
            throw new StackException(
                    "The container of " + container.getDockerImageName() + " did not serve within "
                            + KafkaServer.READY_PATIENCE.toSeconds() + " s. It wrote:\n" + container.getLogs(),
                    e);
        }
    }

    private void awaitGone() {
        docker.waitContainerCmd(id())
                .exec(new WaitContainerResultCallback())
                .awaitStatusCode(GONE_SECONDS, TimeUnit.SECONDS);
    }

    private boolean isRunning() {
        return isTrue(state().getRunning());
    }

    private ContainerState state() {
        return docker.inspectContainerCmd(id()).exec().getState();
    }

    private String id() {
        return container.getContainerId();
    }

    private static boolean isTrue(Boolean told) {
        return Boolean.TRUE.equals(told);
    }
}
