package dev.hotlane.console.page;

import dev.hotlane.console.caller.LoginSession;
import dev.hotlane.console.caller.ShownScope;
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

    void log(HttpServerRequest request, LoginSession session) {
        answer(request, session, LogSearch::of, desk::log);
    }

    void reservation(HttpServerRequest request, LoginSession session) {
        answer(request, session, LogSearch::ofReservation, desk::reservation);
    }

    /** Commands to copy; with the parameter {@code rules}, the rules in force. */
    void care(HttpServerRequest request, LoginSession session) {
        HttpServerResponse response = request.response();
        if (request.getParam("rules") == null) {
            write(response, session, desk.care());
        } else {
            answer(response, session, desk::rules);
        }
    }

    private void answer(
            HttpServerRequest request,
            LoginSession session,
            SearchForm form,
            Function<LogSearch, Future<JsonObject>> step) {
        HttpServerResponse response = request.response();
        String tenant = ShownScope.of(session.caller()).tenant();
        LogSearch search;
        try {
            search = form.search(request::getParam, clock).of(tenant);
        } catch (IllegalArgumentException e) {
            PageServer.refuse(response, 400, e.getMessage());
            return;
        }
        answer(response, session, () -> step.apply(search).map(found -> found.put("tenant", tenant)));
    }

    private void answer(HttpServerResponse response, LoginSession session, Supplier<Future<JsonObject>> step) {
        if (!desk.hasRoom()) {
            response.putHeader("Retry-After", "1");
            PageServer.refuse(response, 429, LogDesk.STEPS_MAX + " searches are under way: ask again.");
            return;
        }
        step.get().onComplete(found -> write(response, session, found), fault -> fail(response, fault));
    }

    private static void write(HttpServerResponse response, LoginSession session, JsonObject found) {
        if (response.closed()) {
            return;
        }
        if (!session.goesOn()) {
            PageServer.refuse(response, 401, "Your session has ended: log in at /login.");
        } else {
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
