package dev.belay.gateway.relay;

import dev.belay.core.call.Governor;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.http.ParamHeader;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Host;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One server and all its clients: what they share, whoever they are.
 *
 * <p>Safe for use by many threads; each part says how.
 */
public final class Relay implements Host {
  private final Settings settings;
  private final ServerSettings server;
  private final Governor governor;
  private final Sharing sharing;
  private final Report report;
  private final Time time;
  private final ToolTerms toolTerms;
  private final GlobCheck globs = new GlobCheck();
  private final @Nullable Lanes lanes;
  private final ProgressRelay.KeepAlive keepAlive;
  private final RoundsBook rounds;
  private final DeclaredHeaders headers;
  private final Audiences audiences;

  /**
   * Puts a relay together and starts the server.
   *
   * @param upstreams makes upstreams, of which one is started at once
   */
  public Relay(
      Settings settings,
      ServerSettings server,
      Governor governor,
      UpstreamSource upstreams,
      Sharing sharing,
      Report report,
      Time time) {
    this.settings = settings;
    this.server = server;
    this.governor = governor;
    this.sharing = sharing;
    this.report = report;
    this.time = time;
    keepAlive =
        new ProgressRelay.KeepAlive(
            settings.mcp().keepAliveFirst(), settings.mcp().keepAliveInterval());
    toolTerms = new ToolTerms(settings, server.name());
    lanes = toolTerms.mayBeExclusive() ? new Lanes() : null;
    rounds = new RoundsBook(time, questionLimit(settings));
    headers = new DeclaredHeaders(time);
    audiences = new Audiences(this, upstreams);
  }

  /** How long a modern client may take to come back with answers. */
  private static Duration questionLimit(Settings settings) {
    var limit = settings.http().times().question();
    return limit.isZero() ? Duration.ofDays(365) : limit;
  }

  /** {@return how long the call of that request may take in all; zero is without limit} */
  public Duration timeout(Envelope request) {
    return request.method().equals("tools/call")
        ? Terms.of(toolTerms, request).limits().timeout()
        : Duration.ZERO;
  }

  /**
   * Returns which arguments of a tool come in headers too, null if that is not known; the first
   * call may wait for the server's list.
   */
  public @Nullable List<ParamHeader> paramHeaders(String tool) throws InterruptedException {
    return headers.of(tool, audiences.forAll().upstream());
  }

  @Override
  public ClientSession open(ClientLink client) {
    var session = new ClientSession(this, client);
    if (sharing == Sharing.ONE_CLIENT) {
      session.begin();
    }
    return session;
  }

  /** {@return why the server does not run, and will not before somebody asks; null if it does} */
  public @Nullable String trouble() {
    return audiences.trouble();
  }

  /**
   * Ends every process and connection; blocks until that is done, or {@code grace} is long over.
   */
  public void close(Grace grace) throws InterruptedException {
    audiences.close(grace);
  }

  DeclaredHeaders headers() {
    return headers;
  }

  Audiences audiences() {
    return audiences;
  }

  Settings settings() {
    return settings;
  }

  ServerSettings server() {
    return server;
  }

  Governor governor() {
    return governor;
  }

  Time time() {
    return time;
  }

  void report(String line) {
    report.say(line);
  }

  /** Says, once for all clients, what in the configuration names no tool of this list. */
  void checkGlobs(Envelope toolsList) {
    for (var finding : globs.findings(settings, toolsList)) {
      report.say("warning: " + finding);
    }
  }

  ToolTerms toolTerms() {
    return toolTerms;
  }

  /** {@return the lanes of the whole upstream, where configuration asks for any (C19)} */
  @Nullable Lanes lanes() {
    return lanes;
  }

  Sharing sharing() {
    return sharing;
  }

  RoundsBook rounds() {
    return rounds;
  }

  ProgressRelay.KeepAlive keepAlive() {
    return keepAlive;
  }
}
