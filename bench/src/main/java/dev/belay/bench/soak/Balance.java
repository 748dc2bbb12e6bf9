package dev.belay.bench.soak;

import dev.belay.bench.http.RunningGateway;
import dev.belay.testkit.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which calls have begun and which have ended, as the gateway's own events tell it. One thread
 * reads; many may look.
 */
final class Balance implements AutoCloseable {
  private final Socket socket = new Socket();

  /** The tools of calls that have begun and not ended, by the ids of the calls. */
  private final Map<String, String> open = new ConcurrentHashMap<>();

  private final Map<String, Long> outcomes = new ConcurrentHashMap<>();
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();

  private Balance() {}

  static Balance of(RunningGateway gateway) throws IOException {
    var balance = new Balance();
    balance.socket.connect((SocketAddress) gateway.address());
    var request =
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n"
            .formatted(gateway.address().getPort());
    balance.socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    var lines =
        new BufferedReader(
            new InputStreamReader(balance.socket.getInputStream(), StandardCharsets.UTF_8));
    var first = lines.readLine();
    if (first == null || !first.startsWith("HTTP/1.1 200")) {
      throw new IOException("a reader of events was answered: " + first);
    }
    var _ = Thread.ofPlatform().name("bench-events").daemon().start(() -> balance.read(lines));
    return balance;
  }

  private void read(BufferedReader lines) {
    try {
      var event = "";
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event:")) {
          event = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          happened(event, line.substring(5).strip());
        }
      }
    } catch (IOException _) {
      // Closed: what was read is known.
    }
  }

  private void happened(String event, String data) {
    switch (event) {
      case "accepted" -> {
        var call = Json.parse(data).at("call");
        open.put(call.at("id").text(), call.at("tool").text());
        begun.incrementAndGet();
      }
      case "settled" -> {
        var settled = Json.parse(data);
        if (open.remove(settled.at("call", "id").text()) != null) {
          ended.incrementAndGet();
        }
        outcomes.merge(settled.at("outcome").text(), 1L, Long::sum);
      }
      case "replay_gap" -> missed.addAndGet(Long.parseLong(Json.parse(data).at("missed").raw()));
      default -> {}
    }
  }

  long begun() {
    return begun.get();
  }

  long ended() {
    return ended.get();
  }

  /** {@return how many events came too fast to be read} */
  long missed() {
    return missed.get();
  }

  /** {@return calls that have begun and not ended, and their tools} */
  Map<String, String> open() {
    return Map.copyOf(open);
  }

  /** {@return how calls ended, in words} */
  String words() {
    return new TreeMap<>(outcomes).toString().replaceAll("[{}]", "").replace('=', ' ');
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
