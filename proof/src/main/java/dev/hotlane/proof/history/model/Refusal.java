package dev.hotlane.proof.history.model;

/** Ends a command that the rules refuse; caught where the command began. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    final String code;
    final transient Outcome.Problem problem;

    Refusal(String code, Outcome.Problem problem) {
        super(code, null, false, false);
        this.code = code;
        this.problem = problem;
    }
}
