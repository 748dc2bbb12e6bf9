package dev.belay.observe.rest;

import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallId;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.journal.Journal;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonText;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/history}: calls that ended, the newest first, and the story of each.
 *
 * <p>Nothing is kept for it: a request reads what the journal has, and the store of jobs where that
 * does not reach. Safe for use by many threads.
 *
 * @param audit the audit log, which reaches further; null for none
 */
record HistoryApi(
    CallDirectory directory,
    Journal journal,
    Jobs jobs,
    CallText text,
    EventIds ids,
    @Nullable Path audit) {
  private static final PathPattern ONE = PathPattern.of("/api/history/{id}");
  private static final int PAGE = 50;
  private static final int LONGEST_PAGE = 200;

  Routes routes(Access access) {
    return Routes.none()
        .with("GET", "/api/history", ApiQuery.guarded(access, this::list))
        .with("GET", ONE, ApiQuery.guarded(access, this::one));
  }

  private void list(Request request, Response response)
      throws JobStoreException, Query.WrongException {
    var query =
        Query.of(
            request,
            "limit",
            "before",
            "tool",
            "server",
            "outcome",
            "cause",
            "client",
            "principal",
            "since",
            "q");
    var sight = new Sight(request.requireCaller());
    var page = new HistoryPage(query.number("limit", 1, LONGEST_PAGE, PAGE), this::json);
    var filter = HistoryFilter.of(query, sight);
    var cursor = HistoryCursor.parse(query.text("before"), ids);
    var past = JournalPast.read(journal, subject -> sight.covers(subject.principal()));
    var calls = past.calls();
    var whose = sight.who().isAdmin() ? filter.principal() : sight.who().principal();
    var store = new StoredHistory(jobs, whose, filter, calls);
    var next =
        switch (cursor) {
          case HistoryCursor.InJournal journaled -> {
            var more = journaled(calls, journaled, filter, page);
            yield more == null ? behindJournal(store, journaled, past, page) : more;
          }
          case HistoryCursor.InStore stored -> store.fill(page, stored, stored.endedBefore());
        };
    JsonAnswer.json(
        response,
        200,
        new JsonText()
            .objects("calls", page.rows())
            .text("next", next == null ? null : next.text(ids))
            .text("since", past.since() == null ? null : past.since().toString())
            .text("audit", audit == null || !sight.who().isAdmin() ? null : audit.toString()));
  }

  /** {@return the next page; null if the journal has no more} */
  private static @Nullable HistoryCursor journaled(
      Map<String, JournaledCall> calls,
      HistoryCursor.InJournal from,
      HistoryFilter filter,
      HistoryPage page) {
    var ended =
        calls.values().stream()
            .filter(call -> call.hasEnded() && call.endsAt() < from.before())
            .sorted(Comparator.comparingLong(JournaledCall::endsAt).reversed())
            .toList();
    HistoryCursor next = from;
    for (var call : ended) {
      var past = call.past();
      if (filter.takes(past)) {
        if (!page.add(past)) {
          return next;
        }
        next = new HistoryCursor.InJournal(call.endsAt(), Objects.requireNonNull(past.endedAt()));
      }
    }
    return null;
  }

  /** {@return the next page; what the journal has is shown even if the store fails} */
  private static @Nullable HistoryCursor behindJournal(
      StoredHistory store, HistoryCursor.InJournal from, JournalPast past, HistoryPage page)
      throws JobStoreException {
    var since = past.since();
    var older = since == null || since.isAfter(from.endedBefore()) ? from.endedBefore() : since;
    try {
      return store.fill(
          page, new HistoryCursor.InStore(JobStore.NEWEST, from.endedBefore()), older);
    } catch (JobStoreException e) {
      if (page.isEmpty()) {
        throw e;
      }
      return new HistoryCursor.InStore(JobStore.NEWEST, older);
    }
  }

  private void one(Request request, Response response)
      throws JobStoreException, Query.WrongException {
    var _ = Query.of(request);
    var sight = new Sight(request.requireCaller());
    var text = UrlText.decoded(Objects.requireNonNull(ONE.parameter(request.path())));
    // Before the journal: a call that ends meanwhile has its end there.
    var id = CallId.parse(text).orElse(null);
    var running = id == null ? null : directory.find(id).orElse(null);
    var asOf = ids.of(journal.next() - 1);
    var past =
        JournalPast.read(
            journal, subject -> subject.callId().equals(text) && sight.covers(subject.principal()));
    var call = past.calls().get(text);
    var story = CallStory.of(past.entries());
    if (call != null && running != null) {
      tell(response, call.past(running), call.isWhole(), story, asOf);
    } else if (call != null && call.hasEnded()) {
      tell(response, call.past(), call.isWhole(), story, asOf);
    } else if (running != null && sight.covers(running.info().caller().principal())) {
      tell(response, PastCall.of(running), /* isWhole= */ false, story, asOf);
    } else {
      var job =
          id == null ? null : jobs.find(sight.who().isAdmin() ? null : sight.who().principal(), id);
      if (job == null) {
        JsonAnswer.error(
            response, 404, "no such call; GET /api/history lists those that are remembered");
      } else {
        tell(response, PastCall.of(job), /* isWhole= */ false, story, asOf);
      }
    }
  }

  private JsonText json(PastCall call) {
    var id = CallId.parse(call.id()).orElse(null);
    return call.json()
        .text("arguments", id == null ? null : text.arguments(id, call.upstream(), call.tool()));
  }

  private void tell(
      Response response, PastCall call, boolean isWhole, CallStory story, String asOf) {
    JsonAnswer.json(
        response,
        200,
        json(call)
            .flag("gap", !isWhole)
            .objects("events", story.events())
            .number("left_out", story.leftOut())
            .text("as_of", asOf));
  }
}
