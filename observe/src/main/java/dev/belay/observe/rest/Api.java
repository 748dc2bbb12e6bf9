package dev.belay.observe.rest;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Governor;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.call.Decisions;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.observe.audit.ShortArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Routes under {@code /api} that show and stop calls and jobs. Safe for use by many threads. */
public final class Api implements AutoCloseable {
  private static final PathPattern CANCEL = PathPattern.of("/api/calls/{id}/cancel");

  private final Governor governor;
  private final Jobs jobs;
  private final Consumer<CallId> fetched;
  private final Approvals approvals;
  private final BooleanSupplier self;
  private final Access access;
  private final Decisions decisions;
  private final LeftBehindProcesses leftBehind;
  private final @Nullable Path audit;
  private final CallText text;
  private final EventIds ids;
  private final EventFeed feed;
  private final LiveFeed live;

  /**
   * Creates the API of {@code governor}.
   *
   * @param jobs its calls that were handed off
   * @param fetched is told of each job whose principal has got its result
   * @param approvals calls that wait for people's decisions
   * @param self whether one may decide on calls of one's own
   * @param access who may use it: holders of {@link Access#ADMIN} see all calls and jobs, others
   *     their own
   * @param decisions receives each cancellation and its author
   * @param leftBehind processes that survived stopped calls
   * @param turns the turns under way
   * @param servers the servers behind the gateway, as rows for admins
   * @param version of this program
   * @param audit the file of the audit log; null for none
   * @param arguments shows those of calls
   * @param random for the id of this run
   */
  public Api(
      Governor governor,
      Jobs jobs,
      Consumer<CallId> fetched,
      Approvals approvals,
      BooleanSupplier self,
      Access access,
      Decisions decisions,
      LeftBehindProcesses leftBehind,
      TurnRegistry turns,
      LiveTopic servers,
      String version,
      @Nullable Path audit,
      ShortArguments arguments,
      RandomGenerator random,
      Time time) {
    this.governor = governor;
    this.jobs = jobs;
    this.fetched = fetched;
    this.approvals = approvals;
    this.self = self;
    this.access = access;
    this.decisions = decisions;
    this.leftBehind = leftBehind;
    this.audit = audit;
    text = new CallText(governor.directory(), arguments, time);
    ids = EventIds.fresh(random);
    feed = new EventFeed(governor.journal(), ids, time);
    var clock = new FeedClock(time);
    var calls = new LiveCalls(governor.directory(), leftBehind, arguments::of, clock);
    var topics = new ArrayList<>(calls.topics());
    topics.add(LiveTopic.turns(turns));
    topics.add(LiveTopic.jobs(jobs));
    topics.add(LiveTopic.approvals(approvals));
    topics.add(servers);
    live = new LiveFeed(topics, governor.journal(), ids, version, clock, time);
  }

  /** {@return its routes} */
  public Routes routes() {
    var directory = governor.directory();
    var journal = governor.journal();
    return Routes.none()
        .with(
            "GET", "/api/calls", guarded(new CallsRoute(directory, journal, ids, leftBehind, text)))
        .with(
            "POST",
            CANCEL,
            guarded(new CancelRoute(CANCEL, governor, journal, decisions, leftBehind)))
        .with("GET", "/api/events", guarded(new EventsRoute(feed)))
        .with("GET", "/api/live", guarded(new LiveRoute(live)))
        .with(new HistoryApi(directory, journal, jobs, text, ids, audit).routes(access))
        .with(new JobsApi(jobs, text, decisions, fetched).routes(access))
        .with(new ApprovalsApi(approvals, self, decisions).routes(access));
  }

  private Guarded guarded(Route route) {
    return new Guarded(access, route);
  }

  /** Ends every stream of events. */
  @Override
  public void close() {
    feed.close();
    live.close();
  }
}
