package dev.hotlane.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Judges answers. Any answer that is not exactly Hotlane's leaves the attempt undecided. */
final class AnswerJudge {
    private static final int NOT_MODIFIED = 304;
    private static final int FIRST_PROBLEM = 400;

    /** A line of a batch has none. */
    private static final HttpHeaders NO_HEADERS = HttpHeaders.of(Map.of(), (name, value) -> true);

    private AnswerJudge() {}

    /** Judges the answer to a single call. */
    static <T> AttemptVerdict<T> single(LaneCall<T> call, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        try {
            Optional<Function<HttpHeaders, T>> unchanged =
                    call.shape().success().unchanged();
            if (status == NOT_MODIFIED && unchanged.isPresent()) {
                requireHeader(response, "ETag", call.shape().headers().get("If-None-Match"));
                T value = unchanged.get().apply(response.headers());
                call.saw(LocalRead.offsetIfAny(response.headers()));
                return new AttemptVerdict.Final<>(new Done<>(value, false));
            }
            requireType(response, status < FIRST_PROBLEM ? "application/json" : "application/problem+json");
            boolean replayed = "true"
                    .equals(response.headers()
                            .firstValue("Idempotency-Replayed")
                            .orElse(null));
            return judge(call, status, Json.object(response.body()), replayed, response.headers());
        } catch (ForeignAnswerException e) {
            return undecided(response, e);
        }
    }

    /** Judges a problem that answers a whole batch in place of this line. */
    static <T> AttemptVerdict<T> wholeBatch(LaneCall<T> call, HttpResponse<byte[]> response) {
        try {
            requireType(response, "application/problem+json");
            ProblemDetails problem = ProblemDetails.read(response.statusCode(), Json.object(response.body()));
            if (problem.code().isRemembered()) {
                throw new ForeignAnswerException("no batch is answered " + problem.code());
            }
            return judge(call, problem, false, retryAfter(response.headers()));
        } catch (ForeignAnswerException e) {
            return undecided(response, e);
        }
    }

    /** Judges a line's answer in a batch. */
    static <T> AttemptVerdict<T> line(LaneCall<T> call, JsonFields result) {
        result.requireId(call.id());
        return judge(
                call, (int) result.number("status"), result.object("body"), result.flagIfAny("replayed"), NO_HEADERS);
    }

    private static <T> AttemptVerdict<T> judge(
            LaneCall<T> call, int status, JsonFields body, boolean replayed, HttpHeaders headers) {
        SuccessReader<T> success = call.shape().success();
        if (status == success.status()) {
            T value = success.read().read(body, call.id(), headers);
            call.saw(body.numberIfAny("offset"));
            call.saw(LocalRead.offsetIfAny(headers));
            return new AttemptVerdict.Final<>(new Done<>(value, replayed));
        }
        ProblemDetails problem = ProblemDetails.read(status, body);
        call.saw(body.numberIfAny("offset"));
        return judge(call, problem, replayed, retryAfter(headers));
    }

    private static <T> AttemptVerdict<T> judge(
            LaneCall<T> call, ProblemDetails problem, boolean replayed, Duration retryAfter) {
        String detail = problem.status() + " " + problem.code() + ": " + problem.detail();
        Duration wait = problem.retryAfter().orElse(retryAfter);
        return switch (problem.code()) {
            case QUOTA_EXCEEDED, OVERLOADED, UNAVAILABLE ->
                problem.isOutcome("not_executed")
                        ? isOwnLimit(problem, wait)
                                ? new AttemptVerdict.Mistaken<>(problem.refused(replayed))
                                : new AttemptVerdict.NothingRan<>(detail, wait)
                        : new AttemptVerdict.Undecided<>(detail, wait);
            case REQUEST_TIMEOUT -> new AttemptVerdict.NothingRan<>(detail, wait);
            case OUTCOME_UNKNOWN -> new AttemptVerdict.Undecided<>(detail, wait);
            case ID_EXPIRED ->
                call.id() != null || problem.isOutcome("unknown")
                        ? new AttemptVerdict.Forgotten<>(detail)
                        : new AttemptVerdict.Final<>(problem.refused(replayed));
            default ->
                problem.code().isRemembered()
                        ? new AttemptVerdict.Final<>(problem.refused(replayed))
                        : new AttemptVerdict.Mistaken<>(problem.refused(replayed));
        };
    }

    /** Whether a limit of the principal rejects the command as it is: then there is no time after which it may run. */
    private static boolean isOwnLimit(ProblemDetails problem, Duration wait) {
        return problem.code() == ProblemCode.QUOTA_EXCEEDED && wait.isZero();
    }

    /** Whether the body has this media type. */
    static boolean hasType(HttpHeaders headers, String type) {
        String given = headers.firstValue("Content-Type").orElse("");
        return given.replaceFirst(";.*", "").strip().equalsIgnoreCase(type);
    }

    private static void requireType(HttpResponse<byte[]> response, String type) {
        if (!hasType(response.headers(), type)) {
            throw new ForeignAnswerException("the Content-Type is not " + type);
        }
    }

    private static void requireHeader(HttpResponse<byte[]> response, String name, String expected) {
        if (!expected.equals(response.headers().firstValue(name).orElse(null))) {
            throw new ForeignAnswerException("the header " + name + " is not " + expected);
        }
    }

    private static <T> AttemptVerdict<T> undecided(HttpResponse<byte[]> response, ForeignAnswerException e) {
        return new AttemptVerdict.Undecided<>(
                response.statusCode() + ", no answer of Hotlane: " + e.getMessage(), retryAfter(response.headers()));
    }

    private static Duration retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(Duration.ZERO);
    }
}
