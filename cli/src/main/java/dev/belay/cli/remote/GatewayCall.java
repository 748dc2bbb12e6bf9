package dev.belay.cli.remote;

import dev.belay.mcp.client.SseParser;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session of MCP at a running gateway that asks for one call as a task, and does not wait for it
 * (MCP 2025-11-25 §tasks): a task of a gateway is a job, which outlives the session.
 *
 * <p>For one thread.
 */
public final class GatewayCall implements AutoCloseable {
  private static final int LONGEST_ANSWER = 64 * 1024 * 1024;
  private static final int MOST_PAGES = 100;

  private final RunningGateway gateway;
  private final Map<String, String> headers;
  private @Nullable String session;
  private long ids;

  /**
   * Sends nothing yet.
   *
   * @param headers sent with each request; without {@code Authorization}, the gateway's token is
   */
  public GatewayCall(RunningGateway gateway, Map<String, String> headers) {
    this.gateway = gateway;
    this.headers = Map.copyOf(headers);
  }

  /** Opens the session. */
  public void open(String version) throws GatewayTrouble, InterruptedException {
    var params =
        "{\"protocolVersion\":\""
            + Revision.LATEST_LEGACY.wire()
            + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"belay\",\"version\":"
            + JsonString.quote(version)
            + "}}";
    var answer = ask("initialize", params);
    if (answer.raw(Member.RESULT) == null) {
      throw new GatewayTrouble(text(answer));
    }
    var _ = post(Messages.notification("notifications/initialized", null));
  }

  /** {@return the definitions of the tools} */
  public List<byte[]> tools() throws GatewayTrouble, InterruptedException {
    var tools = new ArrayList<byte[]>();
    String cursor = null;
    for (int page = 0; page == 0 || (cursor != null && page < MOST_PAGES); page++) {
      var params = new String(ListedPage.params(cursor, "{}"), StandardCharsets.UTF_8);
      var listed = ListedPage.of(ask("tools/list", params), "tools");
      if (listed == null) {
        throw new GatewayTrouble("the list of tools cannot be read");
      }
      tools.addAll(listed.items());
      cursor = listed.next();
    }
    return tools;
  }

  /**
   * Asks for a call as a task.
   *
   * @param arguments a JSON object
   * @return the answer: a task; where the session has none, since the only server behind the
   *     gateway is of an earlier revision, a handle, or what the call gave
   */
  public Envelope begin(String tool, String arguments) throws GatewayTrouble, InterruptedException {
    return ask(
        "tools/call",
        "{\"name\":" + JsonString.quote(tool) + ",\"arguments\":" + arguments + ",\"task\":{}}");
  }

  /** {@return what an answer says of its failure} */
  public static String text(Envelope answer) {
    var message = answer.kind() == Kind.ERROR ? answer.text(Member.ERROR_MESSAGE) : null;
    return message == null ? "the gateway's answer cannot be read" : message;
  }

  private Envelope ask(String method, String params) throws GatewayTrouble, InterruptedException {
    var id = RequestId.of(++ids);
    var answer = post(Messages.request(id, method, params.getBytes(StandardCharsets.UTF_8)));
    var isStream =
        answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
    for (var message : isStream ? events(answer.body()) : List.of(answer.body())) {
      var read = read(message);
      if (read != null && id.equals(read.id())) {
        return read;
      }
    }
    throw new GatewayTrouble("the gateway gave no answer to " + method);
  }

  private static @Nullable Envelope read(byte[] message) {
    try {
      var read = Envelope.parse(message, Bounds.DEFAULT);
      return read.kind() == Kind.RESPONSE || read.kind() == Kind.ERROR ? read : null;
    } catch (MalformedEnvelope _) {
      return null;
    }
  }

  private static List<byte[]> events(byte[] stream) {
    var events = new ArrayList<byte[]>();
    var sink =
        new SseParser.Sink() {
          @Override
          public void onEvent(String type, byte[] data) {
            events.add(data);
          }

          @Override
          public void onId(String id) {}

          @Override
          public void onRetry(Duration delay) {}

          @Override
          public void onOversized() {}
        };
    try (var parser = new SseParser(LONGEST_ANSWER, sink)) {
      parser.feed(stream, stream.length);
    }
    return events;
  }

  private HttpResponse<byte[]> post(byte[] message) throws GatewayTrouble, InterruptedException {
    var request =
        gateway
            .toWhatTakesLong("/mcp")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofByteArray(message));
    var answer = send(request);
    if (answer.statusCode() != 202) {
      var _ = gateway.good(new RunningGateway.Answer(answer.statusCode(), answer.body()));
    }
    answer.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
    return answer;
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws GatewayTrouble, InterruptedException {
    headers.forEach(request::header);
    if (session != null) {
      request
          .header("Mcp-Session-Id", session)
          .header("MCP-Protocol-Version", Revision.LATEST_LEGACY.wire());
    }
    boolean isProven = headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase);
    return gateway.response(request, isProven ? null : gateway.withToken());
  }

  /** Ends the session; the task goes on. A session that cannot be ended expires. */
  @Override
  public void close() {
    if (session == null) {
      return;
    }
    try {
      var _ = send(gateway.to("/mcp").DELETE());
    } catch (GatewayTrouble _) {
      // The command has its answer by now.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
