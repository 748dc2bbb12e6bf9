package dev.belay.http.stream;

import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An answer in memory: everything that was sent, and a client that can leave or stop reading. */
public final class FakeResponse implements Response {
  /** One event as sent; a {@code retry:} is an event without data. */
  record Event(@Nullable String id, @Nullable String name, String data, long retry) {}

  public int status;
  public List<Header> headers = List.of();
  public String body = "";
  boolean streams;
  volatile boolean ended;
  volatile boolean gone;
  long unsent;
  final List<Event> events = new CopyOnWriteArrayList<>();
  private final Runnable onSend;
  private final List<Runnable> onGone = new ArrayList<>();

  public FakeResponse() {
    this(() -> {});
  }

  /** An answer whose client may act on it at once. */
  FakeResponse(Runnable onSend) {
    this.onSend = onSend;
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    if (gone) {
      return;
    }
    if (ended || streams) {
      throw new IllegalStateException("a second answer");
    }
    this.status = status;
    this.headers = headers;
    this.body = new String(body, StandardCharsets.UTF_8);
    ended = true;
    onSend.run();
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    if (!gone && (ended || streams)) {
      throw new IllegalStateException("a second answer");
    }
    status = 200;
    this.headers = headers;
    streams = true;
    return new EventStreamResponse() {
      @Override
      public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
        return add(new Event(id, event, new String(data, StandardCharsets.UTF_8), -1));
      }

      @Override
      public boolean send(byte[] frames) {
        throw new AssertionError("MCP is sent event by event");
      }

      @Override
      public boolean retry(long millis) {
        return add(new Event(null, null, "", millis));
      }

      @Override
      public long unsent() {
        return unsent;
      }

      @Override
      public void end() {
        ended = true;
      }
    };
  }

  private boolean add(Event event) {
    if (gone || ended) {
      return false;
    }
    events.add(event);
    return true;
  }

  @Override
  public void onGone(Runnable action) {
    if (gone) {
      action.run();
    } else if (!ended) {
      onGone.add(action);
    }
  }

  /** Closes the client's connection, or loses it. */
  void leave() {
    if (!gone && !ended) {
      gone = true;
      onGone.forEach(Runnable::run);
    }
  }

  @Nullable String header(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .findFirst()
        .orElse(null);
  }

  /** {@return the data of all events that have any, in their order} */
  List<String> data() {
    return events.stream().map(Event::data).filter(data -> !data.isEmpty()).toList();
  }

  /** {@return the ids of all events that have one} */
  List<String> ids() {
    var ids = new ArrayList<String>();
    for (var event : events) {
      if (event.id() != null) {
        ids.add(event.id());
      }
    }
    return ids;
  }
}
