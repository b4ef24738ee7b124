package dev.hotlane.console.page;

import dev.hotlane.console.log.LogDesk;
import dev.hotlane.console.log.LogSearch;
import dev.hotlane.console.log.LogUnreadableException;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Answers {@code /log}, {@code /reservation} and {@code /care} with what was read, or with a sentence. On the event loop. */
final class LogAnswers {
    /** How a search is made of the parameters of a request. */
    interface SearchForm {
        LogSearch search(UnaryOperator<String> parameter, Clock clock);
    }

    private final LogDesk desk;
    private final Clock clock = Clock.systemUTC();

    LogAnswers(LogDesk desk) {
        this.desk = desk;
    }

    void log(HttpServerRequest request) {
        answer(request, LogSearch::of, desk::log);
    }

    void reservation(HttpServerRequest request) {
        answer(request, LogSearch::ofReservation, desk::reservation);
    }

    /** Commands to copy; with the parameter {@code rules}, the rules in force. */
    void care(HttpServerRequest request) {
        if (request.getParam("rules") == null) {
            write(request.response(), desk.care());
        } else {
            answer(request.response(), desk::rules);
        }
    }

    private void answer(HttpServerRequest request, SearchForm form, Function<LogSearch, Future<JsonObject>> step) {
        HttpServerResponse response = request.response();
        LogSearch search;
        try {
            search = form.search(request::getParam, clock);
        } catch (IllegalArgumentException e) {
            PageServer.refuse(response, 400, e.getMessage());
            return;
        }
        answer(response, () -> step.apply(search));
    }

    private void answer(HttpServerResponse response, Supplier<Future<JsonObject>> step) {
        if (!desk.hasRoom()) {
            response.putHeader("Retry-After", "1");
            PageServer.refuse(response, 429, LogDesk.STEPS_MAX + " searches are under way: ask again.");
            return;
        }
        step.get().onComplete(found -> write(response, found), fault -> fail(response, fault));
    }

    private static void write(HttpServerResponse response, JsonObject found) {
        if (!response.closed()) {
            response.putHeader("Content-Type", "application/json").end(found.toBuffer());
        }
    }

    private static void fail(HttpServerResponse response, Throwable fault) {
        Throwable cause =
                fault.getCause() == null || fault instanceof LogUnreadableException ? fault : fault.getCause();
        if (response.closed()) {
            return;
        }
        if (cause instanceof IllegalArgumentException) {
            PageServer.refuse(response, 400, cause.getMessage());
        } else if (cause instanceof LogUnreadableException) {
            PageServer.refuse(response, 503, cause.getMessage());
        } else {
            PageServer.refuse(response, 500, "The search ended by a fault: " + cause);
        }
    }
}
