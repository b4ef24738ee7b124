package dev.hotlane.proof.history.model;

/** Ends a command that the rules refuse; caught where the command began. */
final class ReplayRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    final String code;
    final transient ReplayOutcome.Problem problem;

    ReplayRefusal(String code, ReplayOutcome.Problem problem) {
        super(code, null, false, false);
        this.code = code;
        this.problem = problem;
    }
}
