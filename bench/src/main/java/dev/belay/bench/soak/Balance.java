package dev.belay.bench.soak;

import dev.belay.bench.http.EventReaders;
import dev.belay.bench.http.RunningGateway;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Balance of calls begun and ended, from the gateway's own events. One thread reads; any may query.
 */
final class Balance implements AutoCloseable {
  /** The tools of calls that have begun and not ended, by call id. */
  private final Map<String, String> open = new ConcurrentHashMap<>();

  private final Map<String, Long> outcomes = new ConcurrentHashMap<>();
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong missed = new AtomicLong();
  private final EventReaders reader;
  private String event = ""; // Used by the reader alone.

  Balance(RunningGateway gateway) throws IOException {
    reader = new EventReaders(gateway.address(), "/api/events", 1, this::take);
  }

  private String take(String kept, ByteBuffer came) {
    var text = kept + StandardCharsets.ISO_8859_1.decode(came);
    int end = text.lastIndexOf('\n') + 1;
    text.substring(0, end)
        .lines()
        .forEach(line -> {
          if (line.startsWith("event:")) {
            event = line.substring(6).strip();
          } else if (line.startsWith("data:")) {
            happened(line.substring(5).strip());
          }
        });
    return text.substring(end);
  }

  private void happened(String data) {
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

  /** {@return the number of events lost because reading was too slow} */
  long missed() {
    return missed.get();
  }

  /** {@return the tools of calls that have begun and not ended, by call id} */
  Map<String, String> open() {
    return Map.copyOf(open);
  }

  /** {@return the endings of calls, in words} */
  String words() {
    return new TreeMap<>(outcomes).toString().replaceAll("[{}]", "").replace('=', ' ');
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
