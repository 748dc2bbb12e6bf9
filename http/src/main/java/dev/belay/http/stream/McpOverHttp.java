package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Route;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.Host;
import java.util.concurrent.CompletionStage;

/**
 * Serves MCP clients of every revision over HTTP: the routes to register, and their common end.
 *
 * <p>Safe for use by many threads.
 */
public final class McpOverHttp implements AutoCloseable {
  /** Where clients of 2024-11-05 are told to post. */
  public static final String MESSAGES = "/messages";

  private final Access access;
  private final Service service;
  private final Sessions sessions;
  private final Route streamable;
  private final HttpAndSse events;

  /**
   * Makes the routes.
   *
   * @param host what serves the clients
   * @param info what a GET without {@code Accept: text/event-stream} answers
   * @param limits how long a call may take by itself; HTTP gives up 30 s later (S0-35)
   * @param access who may come in, whichever the route
   * @param memory what clients may have the server hold; a quarter as much, beside it, is what
   *     sessions keep to send again
   */
  public McpOverHttp(
      Host host,
      Time time,
      StreamBounds bounds,
      ServerInfo info,
      CallLimit limits,
      ToolSchemas schemas,
      Access access,
      Shares memory) {
    service = new Service(host, time, bounds, limits, schemas, memory);
    this.access = access;
    sessions = new Sessions(service);
    streamable =
        new StreamableHttp(
            service,
            new ModernRequests(service),
            new LegacyRequests(service, sessions),
            new InfoPage(info));
    events =
        new HttpAndSse(
            service, new InfoPage(info.forRevision(Revision.LATEST_LEGACY.wire())), MESSAGES);
  }

  /** {@return what answers {@code /mcp}: both eras} */
  public Route streamable() {
    return new Guarded(access, streamable);
  }

  /** {@return what answers {@code /sse}: the stream of a client of 2024-11-05} */
  public Route stream() {
    return new Guarded(access, events::stream);
  }

  /** {@return what answers {@link #MESSAGES}: what such a client posts} */
  public Route messages() {
    return new Guarded(access, events::message);
  }

  /** {@return who is there now} */
  public OpenSessions openSessions() {
    return new OpenSessions(sessions.count(), events.count());
  }

  /** {@return how many requests have no answer yet} */
  public int inFlight() {
    return service.inFlight().requests();
  }

  /**
   * Takes no new calls from now on; notifications and answers still come through.
   *
   * @return complete once no request is left without an answer
   */
  public CompletionStage<Void> drain() {
    return service.inFlight().drain();
  }

  /** Ends every request and stream with a final message, and every conversation. */
  @Override
  public void close() {
    service.inFlight().shutDown();
    sessions.endAll(Refusals.closing(Era.LEGACY).message());
    events.close();
  }
}
