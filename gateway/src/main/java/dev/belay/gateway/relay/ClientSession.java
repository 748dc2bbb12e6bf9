package dev.belay.gateway.relay;

import dev.belay.core.call.Governor;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.stdio.StdioConnection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One client and its one server: what they know of each other, and who does what between them.
 *
 * <p>Safe for use by many threads; each part says how.
 */
public final class ClientSession {
  private final Settings settings;
  private final ServerSettings server;
  private final Governor governor;
  private final Upstream upstream;
  private final News news;
  private final Report report;
  private final Time time;
  private final ClientOut out = new ClientOut();
  private final InFlight inFlight = new InFlight();
  private final Questions questions = new Questions(this);
  private final Opening opening = new Opening(this);
  private final EraGuard era = new EraGuard(this);
  private final TaskTokens taskTokens = new TaskTokens();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final @Nullable Lanes lanes;
  private final ProgressRelay.KeepAlive keepAlive;
  private final ToolTerms toolTerms;

  /**
   * Puts a session together; nothing is read before {@link #serve}.
   *
   * @param news what {@code upstream} reports to
   */
  public ClientSession(
      Settings settings,
      ServerSettings server,
      Governor governor,
      Upstream upstream,
      News news,
      Report report,
      Time time) {
    this.settings = settings;
    this.server = server;
    this.governor = governor;
    this.upstream = upstream;
    this.news = news;
    this.report = report;
    this.time = time;
    keepAlive =
        new ProgressRelay.KeepAlive(
            settings.mcp().keepAliveFirst(), settings.mcp().keepAliveInterval());
    toolTerms = new ToolTerms(settings, server.name());
    lanes = toolTerms.mayBeExclusive() ? new Lanes() : null;
  }

  /**
   * {@return what handles the client's lines; give it to a connection, then call {@link #serve}}
   */
  public ClientInbox inbox() {
    return new ClientInbox(this);
  }

  /** Begins to serve the client at the other end. */
  public void serve(StdioConnection client) {
    out.connect(client);
    news.goTo(this);
    client.start();
  }

  /** {@return complete once the client has left, and its calls are cancelled} */
  public CompletableFuture<Boolean> ended() {
    return ended;
  }

  void report(String line) {
    report.say(line);
  }

  void end() {
    for (var request : inFlight.all()) {
      request.leave();
    }
    ended.complete(true);
  }

  /** Ends it with a client that sends on and on, and reads not even that it is refused. */
  void cutOff() {
    if (!ended.isDone()) {
      report("The client reads nothing of what it is sent, and sends on: it is cut off.");
      end();
    }
  }

  /** A relay for the progress of {@code request}, if the client asked for any. */
  @Nullable ProgressRelay progressFor(Envelope request) {
    var token = request.id(Member.META_PROGRESS_TOKEN);
    return token == null ? null : new ProgressRelay(token, out, time, keepAlive);
  }

  /** {@return a relay for the progress of a task, which nobody waits for: without keep-alives} */
  ProgressRelay taskProgress(RequestId token) {
    return new ProgressRelay(token, out, time, ProgressRelay.KeepAlive.OFF);
  }

  Settings settings() {
    return settings;
  }

  ToolTerms toolTerms() {
    return toolTerms;
  }

  ServerSettings server() {
    return server;
  }

  String serverName() {
    return server.name();
  }

  Governor governor() {
    return governor;
  }

  Upstream upstream() {
    return upstream;
  }

  Time time() {
    return time;
  }

  ClientOut out() {
    return out;
  }

  InFlight inFlight() {
    return inFlight;
  }

  Questions questions() {
    return questions;
  }

  Opening opening() {
    return opening;
  }

  EraGuard era() {
    return era;
  }

  TaskTokens taskTokens() {
    return taskTokens;
  }

  /** {@return the lanes of the whole upstream, where configuration asks for any (C19)} */
  @Nullable Lanes lanes() {
    return lanes;
  }
}
