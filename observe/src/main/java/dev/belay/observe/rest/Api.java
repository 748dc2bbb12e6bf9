package dev.belay.observe.rest;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Governor;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Decisions;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.observe.audit.ShortArguments;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

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
  private final CallText text;
  private final EventIds ids;
  private final EventFeed feed;

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
    text = new CallText(arguments, time);
    ids = EventIds.fresh(random);
    feed = new EventFeed(governor.journal(), ids, time);
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
        .with(new JobsApi(jobs, decisions, fetched).routes(access))
        .with(new ApprovalsApi(approvals, self, decisions).routes(access));
  }

  private Guarded guarded(Route route) {
    return new Guarded(access, route);
  }

  /** Ends every stream of events. */
  @Override
  public void close() {
    feed.close();
  }
}
