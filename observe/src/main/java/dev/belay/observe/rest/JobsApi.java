package dev.belay.observe.rest;

import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.job.JobText;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.era.Era;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/jobs}: seeing jobs, waiting for their ends and results, stopping and forgetting them.
 *
 * <p>Who holds {@link Access#ADMIN} sees the jobs of all, others their own. Safe for use by many
 * threads.
 *
 * @param fetched is told of each job whose principal has got its result
 */
record JobsApi(Jobs jobs, CallText text, Decisions decisions, Consumer<CallId> fetched) {
  private static final PathPattern ONE = PathPattern.of("/api/jobs/{id}");
  private static final PathPattern RESULT = PathPattern.of("/api/jobs/{id}/result");
  private static final PathPattern CANCEL = PathPattern.of("/api/jobs/{id}/cancel");
  private static final int PAGE = 50;
  private static final int LONGEST_PAGE = 200;
  private static final int LONGEST_WAIT = 60;

  /** In which a cursor is written. */
  private static final int RADIX = 36;

  private static final List<Header> JSON =
      List.of(
          new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store"));

  Routes routes(Access access) {
    return Routes.none()
        .with("GET", "/api/jobs", ApiQuery.guarded(access, this::list))
        .with("GET", "/api/jobs/estimates", ApiQuery.guarded(access, this::estimates))
        .with("GET", ONE, ApiQuery.guarded(access, this::one))
        .with("DELETE", ONE, ApiQuery.guarded(access, this::forget))
        .with("GET", RESULT, ApiQuery.guarded(access, this::result))
        .with("POST", CANCEL, ApiQuery.guarded(access, this::cancel));
  }

  /** {@return whose jobs are shown; null for those of all} */
  private static @Nullable String whose(Request request) {
    var who = request.requireCaller();
    return who.isAdmin() ? null : who.principal();
  }

  private JsonText json(Job job) {
    return JobText.fields(job)
        .text("principal", job.principal())
        .text("arguments", text.arguments(job.id(), job.server(), job.tool()));
  }

  private void list(Request request, Response response)
      throws JobStoreException, Query.WrongException {
    var query = Query.of(request, "limit", "before", "state", "tool", "principal");
    int limit = query.number("limit", 1, LONGEST_PAGE, PAGE);
    var whose = whose(request);
    var asked = query.text("principal");
    if (whose != null && asked != null && !asked.equals(whose)) {
      throw new Query.WrongException("the jobs of other principals need the scope admin");
    }
    var wanted =
        new JobStore.Wanted(
            whose == null ? asked : whose, null, query.text("tool"), hasEnded(query.text("state")));
    var page = jobs.page(wanted, before(query.text("before")), limit);
    JsonAnswer.json(
        response,
        200,
        new JsonText()
            .objects("jobs", page.jobs().stream().map(this::json).toList())
            .text("next", page.next() == 0 ? null : Long.toString(page.next(), RADIX)));
  }

  private void estimates(Request request, Response response) throws Query.WrongException {
    var _ = Query.of(request);
    if (!request.requireCaller().isAdmin()) {
      JsonAnswer.error(response, 403, "what is known of all tools needs the scope admin");
      return;
    }
    var tools =
        jobs.estimator().tools().stream()
            .sorted(
                Comparator.comparing((Estimator.Learned tool) -> said(tool.kind().server()))
                    .thenComparing(tool -> tool.kind().tool()))
            .map(JobsApi::json)
            .toList();
    JsonAnswer.json(response, 200, new JsonText().objects("estimates", tools));
  }

  private static String said(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static JsonText json(Estimator.Learned tool) {
    var estimate = tool.estimate();
    var calibration = tool.calibration();
    return new JsonText()
        .text("tool", tool.kind().tool())
        .text("server", tool.kind().server())
        .number("runs", tool.runs())
        .seconds("half_seconds", estimate == null ? null : estimate.half())
        .seconds("most_seconds", estimate == null ? null : estimate.most())
        .number("jobs", calibration.jobs())
        .number("within_half", calibration.withinHalf())
        .number("jobs_with_most", calibration.tails())
        .number("within_most", calibration.withinMost());
  }

  private static @Nullable Boolean hasEnded(@Nullable String state) throws Query.WrongException {
    return switch (state) {
      case null -> null;
      case "open" -> false;
      case "ended" -> true;
      case String other ->
          throw new Query.WrongException("state is open or ended, not " + ShortText.name(other));
    };
  }

  private static long before(@Nullable String cursor) throws Query.WrongException {
    if (cursor == null) {
      return JobStore.NEWEST;
    }
    try {
      long before = Long.parseLong(cursor, RADIX);
      if (before > 0) {
        return before;
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw new Query.WrongException(
        "before is the \"next\" of another page, not " + ShortText.name(cursor));
  }

  private static @Nullable CallId id(PathPattern path, Request request) {
    return CallId.parse(UrlText.decoded(Objects.requireNonNull(path.parameter(request.path()))))
        .orElse(null);
  }

  private static void unknown(Response response) {
    JsonAnswer.error(response, 404, "there is no such job; GET /api/jobs lists those there are");
  }

  private static void open(Response response, Job job, String more) {
    JsonAnswer.error(
        response,
        409,
        "the job has not ended; GET /api/jobs/"
            + job.id()
            + "?wait="
            + LONGEST_WAIT
            + " waits for its end"
            + more);
  }

  private void one(Request request, Response response)
      throws JobStoreException, InterruptedException, Query.WrongException {
    int wait = Query.of(request, "wait").number("wait", 0, LONGEST_WAIT, 0);
    var id = id(ONE, request);
    if (wait > 0) {
      response.onGone(Thread.currentThread()::interrupt);
    }
    var job = id == null ? null : jobs.await(whose(request), id, Duration.ofSeconds(wait));
    if (job == null) {
      unknown(response);
    } else {
      JsonAnswer.json(response, 200, json(job));
    }
  }

  private void result(Request request, Response response)
      throws JobStoreException, Query.WrongException {
    var _ = Query.of(request);
    var id = id(RESULT, request);
    var job = id == null ? null : jobs.find(whose(request), id);
    if (job == null) {
      unknown(response);
      return;
    }
    switch (job.state()) {
      case Job.State.Open _ -> open(response, job, "");
      case Job.State.Ended ended -> {
        if (job.principal().equals(request.requireCaller().principal())) {
          fetched.accept(job.id());
        }
        response.send(200, JSON, JobText.result(ended, Era.MODERN));
      }
    }
  }

  private void cancel(Request request, Response response)
      throws JobStoreException, InterruptedException, Query.WrongException {
    var _ = Query.of(request);
    var wish = CancelRoute.wish(request.body());
    if (wish == null) {
      JsonAnswer.error(response, 400, CancelRoute.NO_WISH);
      return;
    }
    var who = request.requireCaller().principal();
    var id = id(CANCEL, request);
    var before = id == null ? null : jobs.find(whose(request), id);
    if (before == null) {
      unknown(response);
      return;
    }
    var job =
        before.hasEnded()
            ? before
            : jobs.cancel(
                whose(request), before.id(), Cause.USER, CancelRoute.by(who, wish.reason()));
    if (job == null) {
      unknown(response);
      return;
    }
    boolean isByThis =
        !before.hasEnded()
            && job.state() instanceof Job.State.Ended ended
            && ended.how() == Job.Ending.CANCELLED;
    decisions.decided(
        new Decision(
            "cancel",
            isByThis ? "cancelled" : "too late",
            who,
            job.id().toString(),
            wish.reason()));
    JsonAnswer.json(response, 200, json(job));
  }

  private void forget(Request request, Response response)
      throws JobStoreException, Query.WrongException {
    var _ = Query.of(request);
    var id = id(ONE, request);
    var job = id == null ? null : jobs.forget(whose(request), id);
    if (job == null) {
      unknown(response);
    } else if (job.hasEnded()) {
      decisions.decided(
          new Decision(
              "job", "forgotten", request.requireCaller().principal(), job.id().toString(), ""));
      JsonAnswer.json(response, 200, json(job));
    } else {
      open(response, job, ", POST /api/jobs/" + job.id() + "/cancel ends it");
    }
  }
}
