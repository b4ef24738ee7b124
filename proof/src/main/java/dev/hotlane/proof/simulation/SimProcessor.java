package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.recover.ExitCodes;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.processor.state.UnknownRulesException;
import dev.hotlane.proof.simulation.mysql.ClientDied;
import java.util.function.BooleanSupplier;

/** A slot where a processor runs, is down, or is started again by its supervisor. */
final class SimProcessor {
    private static final long MILLI = 1_000_000;
    private static final int STAGES = 5;

    final World world;
    final int index;
    private final long nanosAtBoot;
    final SimViewFaults viewFaults;
    private ProcessorRun run;
    private long startAt;
    private long frozenUntil;
    private long deafUntil;
    private long sendsBadlyUntil;
    private long repliesBadlyUntil;
    private long lagUntil;
    private int lagging;
    private long wallSkewMillis;
    private long latestWall;
    private long drainBy;
    private boolean draining;

    SimProcessor(World world, int index) {
        this.world = world;
        this.index = index;
        viewFaults = new SimViewFaults(world);
        nanosAtBoot = world.chance.below(1_000_000_000_000L);
        startAt = world.chance.below(40 * MILLI);
    }

    /** Monotonic clock of the machine. */
    long nanos() {
        return nanosAtBoot + world.now();
    }

    /** Wall clock of the machine, epoch milliseconds. */
    long wallMillis() {
        long wall = world.wallMillis() + wallSkewMillis;
        latestWall = Math.max(latestWall, wall);
        return wall;
    }

    /** The greatest time that the wall clock ever had. */
    long latestWall() {
        return Math.max(latestWall, wallMillis());
    }

    /** The running processor, null while it is down. */
    ProcessorRun run() {
        return run;
    }

    boolean hearsTheLog() {
        return world.now() >= deafUntil && !world.weather.brokerAway();
    }

    long sendsBadlyUntil() {
        return sendsBadlyUntil;
    }

    long repliesBadlyUntil() {
        return repliesBadlyUntil;
    }

    void happen(Incident incident) {
        long until = world.now() + incident.much() * MILLI;
        switch (incident.what()) {
            case PROCESSOR_CRASHES -> crash("crashed");
            case PROCESSOR_FREEZES -> frozenUntil = until;
            case PROCESSOR_STOPS -> {
                if (run != null) {
                    stop();
                }
            }
            case PROCESSOR_HEARS_NOTHING -> deafUntil = until;
            case PROCESSOR_CLOCK_JUMPS -> wallSkewMillis = SimFaults.skew(incident);
            case PROCESSOR_SENDS_BADLY -> sendsBadlyUntil = until;
            case REPLIES_GO_BADLY -> repliesBadlyUntil = until;
            case STAGE_LAGS -> {
                lagUntil = until;
                lagging = incident.much() % STAGES;
            }
            default -> viewFaults.happen(incident, until);
        }
        if (run != null) {
            run.wires.goBadly();
        }
    }

    /** Ends all faults of this processor. */
    void heal() {
        frozenUntil = 0;
        deafUntil = 0;
        sendsBadlyUntil = 0;
        repliesBadlyUntil = 0;
        lagUntil = 0;
        wallSkewMillis = 0;
        viewFaults.heal();
        if (run != null) {
            run.wires.goBadly();
        }
    }

    /** The gateway in the same process, null for a processor of its own. */
    SimGateway gateway() {
        return world.form.isNode(index) ? world.gateways[index] : null;
    }

    /** A node's gateway first finishes its calls while the processor leads. */
    private void stop() {
        if (gateway() == null) {
            run.stop();
        } else if (!draining) {
            draining = true;
            drainBy = world.now() + Numbers.GATEWAY_WAIT_MILLIS * MILLI;
            gateway().drain();
        }
    }

    /** Goes on with the stop of a node once its gateway has no calls left, or after a limit. */
    boolean drained() {
        if (!draining || run == null || standsStill() || !gateway().isIdle() && world.now() < drainBy) {
            return false;
        }
        draining = false;
        run.stop();
        return true;
    }

    /** The node's process is killed, or its gateway closes and the process stops. */
    void gatewayFails(boolean killed) {
        if (killed || standsStill()) {
            crash("crashed");
        } else if (run != null) {
            gateway().close();
            run.stop();
        }
    }

    private void crash(String how) {
        if (run == null) {
            return;
        }
        world.tally.exited(how);
        run.wires.orphan();
        run = null;
        draining = false;
        if (gateway() != null) {
            gateway().close();
        }
        world.mysql.hangUp(index);
        startAt = world.now() + world.chance.between(2, 150) * MILLI;
    }

    /** Kills the processor; its supervisor is not there until then. */
    void staysDown(long until) {
        crash("crashed");
        startAt = Math.max(startAt, until);
    }

    /** Kills the processor for the operator. */
    void killed() {
        crash("killed by the operator");
    }

    /**
     * Whether an operator who watches the log can't find it: it is suspended, and the log has no LEAD or TICK of it.
     */
    boolean isUnheard() {
        return standsStill() && !world.truth.hasHeard(run.leader);
    }

    boolean standsStill() {
        return world.now() < frozenUntil
                || gateway() != null && gateway().machine.standsStill();
    }

    /** Starts the processor as its supervisor does; false if none may start now. */
    boolean start() {
        boolean mayStart = world.now() >= startAt && hearsTheLog() && !world.operator.holdsStarts();
        if (run != null || standsStill() || !mayStart) {
            return false;
        }
        if (gateway() != null) {
            gateway().startInNode();
        }
        try {
            run = new ProcessorStart(this).begin();
            world.tally.count("processor starts");
        } catch (ClientDied e) {
            startAt = world.now() + 5 * MILLI;
        } catch (FlusherException e) {
            require(e.reason() == FlusherException.Reason.UNAVAILABLE, "I3", "does not start", e);
            startAt = world.now() + world.chance.between(5, 40) * MILLI;
        } catch (HaltReason e) {
            require(e.code() == ExitCode.LOG_LOST_RANGE, "I15", "does not start", e);
            lostRange(e);
        } catch (RuntimeException e) {
            throw new Violation("I3", "processor " + index + " does not start: " + e.getMessage(), e);
        }
        if (run == null && gateway() != null) {
            gateway().close();
        }
        return true;
    }

    /** This end is right only if MySQL was set back behind the deleted records; then a snapshot is restored. */
    private void lostRange(HaltReason refused) {
        boolean behind = world.invariants.flushed() < world.logStart();
        require(behind && world.invariants.everRestored(), "I23", "does not start", refused);
        require(world.operator.snapshots.snapshotAt() >= world.logStart(), "I23", "can't be helped", refused);
        world.tally.exited("LOG_LOST_RANGE at start");
        world.operator.snapshots.restore();
        startAt = world.now() + 5 * MILLI;
    }

    private void require(boolean fine, String invariant, String what, Throwable cause) {
        if (!fine) {
            throw new Violation(invariant, "processor " + index + " " + what + ": " + cause.getMessage(), cause);
        }
    }

    /** Runs one step of a stage, 0 for the log thread; ends the run at an exception that ends a process. */
    boolean step(int stage, BooleanSupplier work) {
        if (run == null || standsStill() || stage == lagging && world.now() < lagUntil) {
            return false;
        }
        try {
            return work.getAsBoolean();
        } catch (ClientDied e) {
            crash("crashed in a transaction");
        } catch (EndedProcess e) {
            world.tally.count("threads of processes that ended while they waited");
        } catch (PoisonRecord e) {
            world.operator.poisoned(e.offset());
            crash(ExitCode.STAGE_FAILED.name());
        } catch (HaltedProcess e) {
            halted(e.refusal().code(), e.refusal());
        } catch (HaltReason e) {
            halted(e.code(), e);
        } catch (DivergenceException e) {
            halted(ExitCode.DIVERGED, e);
        } catch (LateSkipException e) {
            world.invariants.endedAtSkip(run, e);
            crash(ExitCode.LATE_SKIP.name());
        } catch (UnknownRulesException e) {
            world.invariants.stoppedAtNewerRules(run, e);
            crash(ExitCode.UNKNOWN_RULES.name());
            startAt = Long.MAX_VALUE;
        } catch (FlusherException e) {
            halted(ExitCodes.code(e), e);
        } catch (RuntimeException e) {
            throw new Violation("I19", "stage " + stage + " of processor " + index + " failed: " + e, e);
        }
        return true;
    }

    private void halted(ExitCode code, Throwable why) {
        boolean fine = switch (code) {
            case OK, STEPPED_DOWN, FENCED, REPLY_FAILED -> true;
            case CHECKPOINT_BEHIND -> world.invariants.everRestored() || world.intruder.liedAboutMySql();
            case GATEWAY_STUCK -> run.waits.wasRefused();
            case LOG_LOST_RANGE -> run.flushedOffset() < world.logStart() || run.applied() < world.logStart();
            default -> false;
        };
        require(fine, code == ExitCode.DIVERGED ? "I2" : "I19", "ended with " + code, why);
        crash(code.name());
    }
}
