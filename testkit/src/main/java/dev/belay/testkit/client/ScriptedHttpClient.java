package dev.belay.testkit.client;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An MCP client over Streamable HTTP that sends what a test tells it, valid or not.
 *
 * <p>Each request has its own connection unless it is sent on an {@link HttpLine}; an answer's
 * {@link HttpAnswer#line} serves to half-close, reset, stop reading, or vanish. Safe for use by
 * many threads; closing it closes every connection.
 */
public final class ScriptedHttpClient implements AutoCloseable {
  private static final String MODERN = "2026-07-28";
  private static final String BOTH_TYPES = "application/json, text/event-stream";

  private final Set<HttpLine> lines = ConcurrentHashMap.newKeySet();
  private final AtomicInteger lastId = new AtomicInteger();
  private final URI endpoint;
  private final boolean modern;
  private volatile String session = "";
  private volatile String revision = "";
  private volatile List<Head.Field> extra = List.of();
  private volatile @Nullable String capabilities;

  private ScriptedHttpClient(URI endpoint, boolean modern) {
    this.endpoint = endpoint;
    this.modern = modern;
  }

  /** {@return a client that opens a session by {@link #initialize}} */
  public static ScriptedHttpClient legacy(URI endpoint) {
    return new ScriptedHttpClient(endpoint, /* modern= */ false);
  }

  /** {@return a client of self-contained requests (MCP 2026-07-28)} */
  public static ScriptedHttpClient modern(URI endpoint) {
    return new ScriptedHttpClient(endpoint, /* modern= */ true);
  }

  /** Adds a header field to each request from now on. */
  public ScriptedHttpClient always(String name, String value) {
    var more = new ArrayList<>(extra);
    more.add(new Head.Field(name, value));
    extra = List.copyOf(more);
    return this;
  }

  /** Declares these capabilities, given as JSON, in modern requests from now on. */
  public ScriptedHttpClient declaring(String json) {
    capabilities = json;
    return this;
  }

  /** {@return the session's id; empty if there is none} */
  public String session() {
    return session;
  }

  /** Continues a session, such as that of another client. */
  public void join(String sessionId, String agreedRevision) {
    session = sessionId;
    revision = agreedRevision;
  }

  /** {@return a new connection, closed with this client} */
  public HttpLine connect() {
    return connect(0);
  }

  /** {@return a new connection with a receive buffer of that size, to hold up its server early} */
  public HttpLine connect(int receiveBuffer) {
    try {
      var server = new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
      var line = HttpLine.open(server, receiveBuffer);
      lines.add(line);
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request on a new connection. Returns its answer, which may never arrive. */
  public HttpAnswer send(RawRequest request) {
    return connect().send(request);
  }

  /** {@return a POST of this body, with the header fields of this client's era and session} */
  public RawRequest post(String body) {
    var post =
        new RawRequest(
                "POST",
                endpoint.getRawPath(),
                List.of(
                    new Head.Field("Host", endpoint.getRawAuthority()),
                    new Head.Field("Content-Type", "application/json"),
                    new Head.Field("Accept", BOTH_TYPES)),
                body)
            .withAll(sessionFields());
    return post.withAll(extra);
  }

  /** {@return the POST of a request with {@code id} and params as JSON} */
  public RawRequest requestPost(String id, String method, String params) {
    if (!modern) {
      return post(Messages.request(id, method, params));
    }
    var stamped = ModernEnvelope.stamp(params, MODERN, capabilities == null ? "{}" : capabilities);
    return post(Messages.request(id, method, stamped))
        .withAll(ModernEnvelope.fields(method, params));
  }

  /** Sends a request with {@code id} and params as JSON. */
  public HttpAnswer request(String id, String method, String params) {
    return send(requestPost(id, method, params));
  }

  /** Sends a notification with params as JSON. */
  public HttpAnswer notify(String method, String params) {
    return send(post(Messages.notification(method, params)));
  }

  /** Cancels the request {@code id}, given as JSON. */
  public HttpAnswer cancel(String id) {
    return notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /** Answers a question of the server; its id and the result are JSON. */
  public HttpAnswer reply(String id, String result) {
    return send(post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}"));
  }

  /** Sends a request under a new id. Returns its response, and closes the connection. */
  public Json ask(String method, String params) throws InterruptedException {
    var answer = request("\"ask-" + lastId.incrementAndGet() + "\"", method, params);
    try {
      return answer.response();
    } finally {
      drop(answer.line());
    }
  }

  /** Calls a tool under a new id. Returns its response. */
  public Json call(String tool, String arguments) throws InterruptedException {
    return ask("tools/call", ScriptedClient.toolCall(tool, arguments));
  }

  /** Opens a legacy session, without capabilities. Returns the server's answer. */
  public Json initialize(String wanted) throws InterruptedException {
    return initialize(wanted, "{}");
  }

  /** Opens a legacy session with these capabilities. Returns the server's answer. */
  public Json initialize(String wanted, String declared) throws InterruptedException {
    join("", "");
    var answer = request("\"init\"", "initialize", Messages.greeting(wanted, declared));
    var response = answer.response();
    join(answer.field("Mcp-Session-Id"), response.at("result", "protocolVersion").text());
    drop(answer.line());
    var initialized = notify("notifications/initialized", "{}");
    var _ = initialized.awaitEnd();
    drop(initialized.line());
    return response;
  }

  /** Opens the session's stream for messages that belong to no request. */
  public HttpAnswer listen() {
    return send(get());
  }

  /** Resumes the stream of the event {@code last}. */
  public HttpAnswer resume(String last) {
    return send(get().with("Last-Event-ID", last));
  }

  /** Ends the session. */
  public HttpAnswer delete() {
    return send(bare("DELETE"));
  }

  /** {@return the GET of an event stream} */
  public RawRequest get() {
    return bare("GET").with("Accept", "text/event-stream");
  }

  /** {@return a request without a body, with the header fields of this client's session} */
  public RawRequest bare(String method) {
    return new RawRequest(
            method,
            endpoint.getRawPath(),
            List.of(new Head.Field("Host", endpoint.getRawAuthority())),
            "")
        .withAll(sessionFields())
        .withAll(extra);
  }

  /** Closes every connection. */
  @Override
  public void close() throws IOException {
    for (var line : lines) {
      line.close();
    }
  }

  private List<Head.Field> sessionFields() {
    var fields = new ArrayList<Head.Field>();
    if (modern) {
      fields.add(new Head.Field("MCP-Protocol-Version", MODERN));
    } else if (!revision.isEmpty()) {
      fields.add(new Head.Field("MCP-Protocol-Version", revision));
    }
    if (!session.isEmpty()) {
      fields.add(new Head.Field("Mcp-Session-Id", session));
    }
    return fields;
  }

  private void drop(HttpLine line) {
    try {
      line.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lines.remove(line);
  }
}
