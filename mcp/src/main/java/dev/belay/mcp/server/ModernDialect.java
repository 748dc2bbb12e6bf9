package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.ClientLink;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves one request of the modern era, which itself contains everything known about the client.
 */
record ModernDialect(McpServer server, Envelope request) implements Dialect {
  static final String META = "_meta";
  static final String PREFIX = "io.modelcontextprotocol/";
  private static final String CAPABILITIES = PREFIX + "clientCapabilities";
  private static final String LOG_LEVEL = PREFIX + "logLevel";
  private static final String SERVER_INFO = PREFIX + "serverInfo";

  /** Checks the mandatory description of the client in every request (MCP 2026-07-28 §requests). */
  void check() throws RequestFailed {
    var capabilities = Params.find(request, META, CAPABILITIES);
    if (capabilities == null || !capabilities.isObject(request.bytes())) {
      throw RequestFailed.invalidParams(
          "Every request needs an object \"" + CAPABILITIES + "\" in params._meta.");
    }
    if (Params.find(request, META, LOG_LEVEL) != null && level() == null) {
      throw RequestFailed.invalidParams("Unknown level in \"" + LOG_LEVEL + "\".");
    }
  }

  private @Nullable LogLevel level() {
    return LogLevel.of(Params.text(request, META, LOG_LEVEL));
  }

  @Override
  public Era era() {
    return Era.MODERN;
  }

  @Override
  public Revision revision() {
    return Revision.V2026_07_28; // the only one of its era: others have been refused
  }

  @Override
  public byte[] result(byte[] result, boolean cacheable) {
    Span object = JsonWriter.requireObject(result);
    var members = Slices.members(result, object);
    var stamped = JsonWriter.object();
    if (!members.containsKey("resultType")) {
      stamped.put("resultType", "complete");
    }
    if (cacheable && !members.containsKey("ttlMs")) {
      stamped.put("ttlMs", server.cacheMillis());
    }
    if (cacheable && !members.containsKey("cacheScope")) {
      stamped.put("cacheScope", server.isCacheShared() ? "public" : "private");
    }
    for (var member : members.entrySet()) {
      if (!member.getKey().equals(META)) {
        stamped.put(member.getKey(), member.getValue().of(result));
      }
    }
    return stamped.put(META, meta(result, members.get(META))).end();
  }

  private byte[] meta(byte[] result, @Nullable Span given) {
    var meta = JsonWriter.object();
    if (given != null && given.isObject(result)) {
      for (var member : Slices.members(result, given).entrySet()) {
        if (!member.getKey().equals(SERVER_INFO)) {
          meta.put(member.getKey(), member.getValue().of(result));
        }
      }
    }
    return meta.put(SERVER_INFO, server.info()).end();
  }

  /** {@return the result that asks the client, and ends the request nevertheless} */
  static byte[] inputRequired(InputRequired required) {
    var result = JsonWriter.object().put("resultType", "input_required");
    if (!required.questions().isEmpty()) {
      var requests = JsonWriter.object();
      for (var question : required.questions()) {
        requests.put(
            question.key(),
            JsonWriter.object()
                .put("method", question.method())
                .put("params", question.params())
                .end());
      }
      result.put("inputRequests", requests.end());
    }
    var state = required.state();
    if (state != null) {
      result.put("requestState", state);
    }
    return result.end();
  }

  @Override
  public boolean wants(LogLevel level) {
    var least = level();
    return least != null && least.hears(level);
  }

  @Override
  public boolean declares(String... capability) {
    return Capabilities.declares(
        request.bytes(), Params.find(request, META, CAPABILITIES), capability);
  }

  @Override
  public String clientName() {
    return ClientLink.nameIn(request.raw(Member.META_CLIENT_INFO));
  }

  @Override
  public RequestFailed undeclared(String... capability) {
    byte[] required = JsonWriter.object().end();
    for (var name : List.of(capability).reversed()) {
      required = JsonWriter.object().put(name, required).end();
    }
    return new RequestFailed(
        ErrorCode.MISSING_CLIENT_CAPABILITY.code(),
        "This needs the client capability " + String.join(".", capability) + ".",
        JsonWriter.object().put("requiredCapabilities", required).end());
  }

  @Override
  public RequestFailed notFound(String uri) {
    return new RequestFailed(
        ErrorCode.INVALID_PARAMS.code(),
        "Resource not found: " + uri,
        JsonWriter.object().put("uri", uri).end());
  }

  @Override
  public Round begin(Run run) throws RequestFailed {
    return Round.of(request, server::requestStates, run::binding);
  }

  @Override
  public Map<String, byte[]> ask(Run run, List<Question> questions) throws InputRequired {
    var carried = run.round().putAway(server.requestStates(), run.binding());
    throw new InputRequired(questions, carried);
  }

  @Override
  public @Nullable Round require(Run run, InputRequired required) {
    return null;
  }
}
