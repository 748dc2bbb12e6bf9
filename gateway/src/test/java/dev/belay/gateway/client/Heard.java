package dev.belay.gateway.client;

import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.TraceContext;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's ear: it keeps what reaches the client besides answers.
 *
 * @param told what did, in its order; safe for many threads where it is
 * @param transport by which door it comes, and as part of which trace
 */
public record Heard(String principal, String id, Queue<Json> told, Supplier<Transport> transport)
    implements ClientLink {
  /** What a transport says of a client. */
  public record Transport(String door, @Nullable TraceContext trace) {
    /** Of a pipe, which names no trace. */
    public static final Transport STDIO = new Transport("stdio", null);
  }

  /** Who comes by a pipe. */
  public Heard(String principal, String id, Queue<Json> told) {
    this(principal, id, told, () -> Transport.STDIO);
  }

  @Override
  public String door() {
    return transport.get().door();
  }

  @Override
  public @Nullable TraceContext trace() {
    return transport.get().trace();
  }

  @Override
  public boolean tell(byte[] message) {
    return told.add(Json.parse(new String(message, StandardCharsets.UTF_8)));
  }

  /** {@return what did of that method} */
  public List<Json> told(String method) {
    return told.stream().filter(message -> message.at("method").text().equals(method)).toList();
  }
}
