package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.ClientLink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the requests of one legacy session by its {@code initialize} and the client's later
 * settings (MCP 2025-11-25 §lifecycle). Safe for use by many threads.
 */
final class LegacyDialect implements Dialect {
  /** The code for a missing resource, which the modern era must not use. */
  private static final int RESOURCE_NOT_FOUND = -32_002;

  /** How many rounds of questions a handler may need for one request. */
  private static final int ROUNDS = 16;

  /** How many resources a client may watch. */
  private static final int SUBSCRIPTIONS = 1_024;

  private final McpServer server;
  private final LegacyQuestions questions;
  private final Revision revision;
  private final byte[] initialize;
  private final String clientName;
  private final Set<String> subscribed = ConcurrentHashMap.newKeySet();

  // Until a client sets it, the server may choose (MCP 2025-11-25 §logging).
  private volatile LogLevel level = LogLevel.INFO;

  LegacyDialect(
      McpServer server, LegacyQuestions questions, Revision revision, Envelope initialize) {
    this.server = server;
    this.questions = questions;
    this.revision = revision;
    this.initialize = Params.of(initialize);
    clientName = clientName(this.initialize);
  }

  private static String clientName(byte[] initialize) {
    var span = Slices.find(initialize, JsonWriter.requireObject(initialize), "clientInfo");
    return ClientLink.nameIn(span == null ? null : span.of(initialize));
  }

  /** {@return the result of {@code initialize}} */
  byte[] opening() {
    var result =
        JsonWriter.object()
            .put("protocolVersion", revision.wire())
            .put("capabilities", server.capabilities())
            .put("serverInfo", server.info());
    var instructions = server.instructions();
    if (instructions != null) {
      result.put("instructions", instructions);
    }
    return result.end();
  }

  void setLevel(Envelope request) throws RequestFailed {
    var asked = LogLevel.of(Params.text(request, "level"));
    if (asked == null) {
      throw RequestFailed.invalidParams("Unknown log level.");
    }
    level = asked;
  }

  void subscribe(Envelope request) throws RequestFailed {
    var uri = Params.require(request, Member.PARAMS_URI);
    if (server.offer().read(uri) == null) {
      throw notFound(uri);
    }
    if (subscribed.size() >= SUBSCRIPTIONS) {
      throw new RequestFailed(
          ErrorCode.INTERNAL_ERROR, "More than " + SUBSCRIPTIONS + " resources are watched.");
    }
    subscribed.add(uri);
  }

  void unsubscribe(Envelope request) throws RequestFailed {
    subscribed.remove(Params.require(request, Member.PARAMS_URI));
  }

  boolean isSubscribed(String uri) {
    return subscribed.contains(uri);
  }

  @Override
  public Era era() {
    return Era.LEGACY;
  }

  @Override
  public Revision revision() {
    return revision;
  }

  @Override
  public byte[] result(byte[] result, boolean cacheable) {
    JsonWriter.requireObject(result);
    return result;
  }

  @Override
  public boolean wants(LogLevel level) {
    return this.level.hears(level);
  }

  @Override
  public boolean declares(String... capability) {
    var span = Slices.find(initialize, JsonWriter.requireObject(initialize), "capabilities");
    return Capabilities.declares(initialize, span, capability);
  }

  @Override
  public String clientName() {
    return clientName;
  }

  @Override
  public RequestFailed undeclared(String... capability) {
    return RequestFailed.invalidParams(
        "This needs the client capability "
            + String.join(".", capability)
            + ", which was not declared at initialize.");
  }

  @Override
  public RequestFailed notFound(String uri) {
    return new RequestFailed(
        RESOURCE_NOT_FOUND,
        "Resource not found: " + uri,
        JsonWriter.object().put("uri", uri).end());
  }

  @Override
  public Round begin(Run run) {
    return Round.first();
  }

  @Override
  public Map<String, byte[]> ask(Run run, List<Question> asked)
      throws RequestFailed, InterruptedException {
    return questions.ask(run, asked);
  }

  @Override
  public Round require(Run run, InputRequired required) throws RequestFailed, InterruptedException {
    if (run.nextRound() > ROUNDS) {
      throw new RequestFailed(
          ErrorCode.INTERNAL_ERROR,
          "The server asked for more than " + ROUNDS + " rounds of input.");
    }
    var answers = questions.ask(run, required.questions());
    return Round.of(answers, required.state(), server::requestStates, run::binding);
  }
}
