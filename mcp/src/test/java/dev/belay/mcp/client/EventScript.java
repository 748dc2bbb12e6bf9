package dev.belay.mcp.client;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server of 2024-11-05, which answers every request on the most recently opened stream. */
final class EventScript implements ScriptedServer.Script {
  final AtomicInteger streams = new AtomicInteger();
  private final AtomicReference<@Nullable Wire> stream = new AtomicReference<>();
  private final Supplier<String> endpoint;

  /** Creates a server whose streams name this {@code endpoint}. */
  EventScript(Supplier<String> endpoint) {
    this.endpoint = endpoint;
  }

  EventScript() {
    this(() -> "/messages?sessionId=");
  }

  /** Returns the most recently opened stream. */
  Wire stream() {
    var present = stream.get();
    if (present == null) {
      throw new IllegalStateException("no stream was opened");
    }
    return present;
  }

  @Override
  public void answer(ScriptedServer.Heard request, Wire wire)
      throws IOException, InterruptedException {
    if (request.method().equals("GET")) {
      int number = streams.incrementAndGet();
      stream.set(wire.events());
      wire.chunk("event: endpoint\ndata: " + endpoint.get() + number + "\n\n");
    } else {
      wire.accepted();
      answered(request);
    }
  }

  /** Sends the answer to a request on the stream; a call that contains "hang" gets none. */
  private void answered(ScriptedServer.Heard request) throws IOException {
    if (request.has("\"initialize\"")) {
      stream().event(Said.opened(idOf(request)));
    } else if (request.has("\"id\":") && request.has("\"method\":") && !request.has("hang")) {
      stream().event(Said.result(idOf(request), "\"n\":" + streams.get()));
    }
  }

  static String idOf(ScriptedServer.Heard request) {
    int from = request.body().indexOf("\"id\":") + 5;
    return request.body().substring(from, request.body().indexOf(',', from));
  }
}
