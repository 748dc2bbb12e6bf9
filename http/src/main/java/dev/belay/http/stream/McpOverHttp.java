package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.SessionFactory;
import java.util.concurrent.CompletionStage;

/**
 * Serves MCP clients of every revision over HTTP: provides the routes, and ends them together.
 *
 * <p>Safe for use by many threads.
 */
public final class McpOverHttp implements AutoCloseable {
  /** The path to which clients of 2024-11-05 are told to post. */
  public static final String MESSAGES = "/messages";

  private final Access access;
  private final Service service;
  private final Sessions sessions;
  private final Route streamable;
  private final HttpAndSse events;

  /**
   * Creates the routes.
   *
   * @param host serves the clients
   * @param info the answer to a GET without {@code Accept: text/event-stream}
   * @param access the access check of every route
   * @param memory the budget for client data; sessions may keep events of a quarter of that size in
   *     addition, for replay
   */
  public McpOverHttp(
      SessionFactory host,
      Time time,
      StreamBounds bounds,
      ServerInfo info,
      ToolSchemas schemas,
      Access access,
      Shares memory) {
    service = new Service(host, time, bounds, schemas, memory);
    this.access = access;
    sessions = new Sessions(service);
    streamable =
        new StreamableHttp(
            service,
            new ModernHttp(service),
            new LegacyHttp(service, sessions),
            new InfoPage(info));
    events =
        new HttpAndSse(
            service, new InfoPage(info.forRevision(Revision.LATEST_LEGACY.wire())), MESSAGES);
  }

  /** {@return the route for {@code /mcp}, for both eras} */
  public Route streamable() {
    return new Guarded(access, streamable);
  }

  /** {@return the route for {@code /sse}, the stream of a 2024-11-05 client} */
  public Route stream() {
    return new Guarded(access, events::stream);
  }

  /** {@return the route for {@link #MESSAGES}, to which 2024-11-05 clients post} */
  public Route messages() {
    return new Guarded(access, events::message);
  }

  /** {@return the numbers of open sessions} */
  public OpenSessions openSessions() {
    return new OpenSessions(sessions.count(), events.count());
  }

  /** {@return the number of unanswered requests} */
  public int inFlight() {
    return service.inFlight().requests();
  }

  /**
   * Accepts no new calls from now on; notifications and answers still pass.
   *
   * @return a stage that completes once no request is unanswered
   */
  public CompletionStage<Void> drain() {
    return service.inFlight().drain();
  }

  /** Ends every request and stream with a final message, and every conversation. */
  @Override
  public void close() {
    service.inFlight().shutDown();
    sessions.endAll(Rejections.closing(Era.LEGACY).message());
    events.close();
  }

  /**
   * The numbers of clients with a session; modern clients have none.
   *
   * @param legacy sessions over Streamable HTTP
   * @param sse streams of clients of 2024-11-05
   */
  public record OpenSessions(int legacy, int sse) {}

  /** The answer to a plain GET of the endpoint (S4-1, C25). */
  static final class InfoPage {
    private final byte[] json;

    InfoPage(ServerInfo info) {
      this.json = info.json();
    }

    void send(Response response) {
      response.send(200, Wire.JSON, json);
    }
  }
}
