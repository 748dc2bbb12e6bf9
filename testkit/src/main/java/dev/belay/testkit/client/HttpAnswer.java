package dev.belay.testkit.client;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.http.SseEvent;
import dev.belay.testkit.http.SseParser;
import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import dev.belay.testkit.watch.Watch;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response in arrival: its head, the bytes of its body, and the events in it.
 *
 * <p>Each wait fails after {@link ScriptedClient#LIMIT} with an {@link AssertionError} that shows
 * what arrived instead. Safe for use by many threads.
 */
public final class HttpAnswer {
  private final List<SseEvent> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger taken = new AtomicInteger();
  private final SseParser parser = new SseParser(events::add);
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Watch watch;
  private final HttpLine line;
  private volatile @Nullable Head head;
  private volatile @Nullable String end;

  HttpAnswer(Watch watch, HttpLine line) {
    this.watch = watch;
    this.line = line;
  }

  /** {@return the connection of the response} */
  public HttpLine line() {
    return line;
  }

  /** {@return the head, once it has arrived} */
  public Head head() throws InterruptedException {
    return watch.find(
        () -> {
          var here = head;
          if (here == null && end != null) {
            throw new AssertionError("no response: " + this);
          }
          return here;
        },
        ScriptedClient.LIMIT,
        () -> "no response within the limit: " + this);
  }

  /** {@return the status, once it has arrived} */
  public int status() throws InterruptedException {
    return head().status();
  }

  /** {@return a header field's value; empty if there is no such field} */
  public String field(String name) throws InterruptedException {
    return head().field(name);
  }

  /** {@return whether the whole body arrived, by the framing of its head} Waits for its end. */
  public boolean isWhole() throws InterruptedException {
    return awaitEnd().isEmpty();
  }

  /** {@return why the body ended early; empty if it is complete} Waits for its end. */
  public String awaitEnd() throws InterruptedException {
    return watch.find(() -> end, ScriptedClient.LIMIT, () -> "it does not end: " + this);
  }

  /** {@return whether the body has ended, complete or not} */
  public boolean hasEnded() {
    return end != null;
  }

  /** {@return the body so far, as UTF-8} */
  public String bodySoFar() {
    return body.toString(StandardCharsets.UTF_8);
  }

  /** {@return the body, once it has ended} */
  public String body() throws InterruptedException {
    var _ = awaitEnd();
    return bodySoFar();
  }

  /** {@return the events so far, comments included} */
  public List<SseEvent> events() {
    return List.copyOf(events);
  }

  /** {@return the messages in the events so far} */
  public List<Json> messages() {
    return events.stream().map(HttpAnswer::json).filter(Json::present).toList();
  }

  /** {@return the first event not yet returned by this method} */
  public SseEvent nextEvent() throws InterruptedException {
    var index = taken.getAndIncrement();
    return found(() -> index < events.size() ? events.get(index) : null, "there is no next event");
  }

  /** {@return the first event, past or future, that matches} */
  public SseEvent awaitEvent(Predicate<SseEvent> wanted) throws InterruptedException {
    return found(
        () -> events.stream().filter(wanted).findFirst().orElse(null), "there is no such event");
  }

  /** {@return the first message in an event, past or future, that matches} */
  public Json awaitMessage(Predicate<Json> wanted) throws InterruptedException {
    // Each event is parsed once, however often the wait is woken.
    var examined = new AtomicInteger();
    return found(
        () -> {
          while (examined.get() < events.size()) {
            var message = json(events.get(examined.getAndIncrement()));
            if (message.present() && wanted.test(message)) {
              return message;
            }
          }
          return null;
        },
        "there is no such message");
  }

  /** {@return the first message, past or future, with this method} */
  public Json awaitMethod(String method) throws InterruptedException {
    return awaitMessage(message -> message.at("method").text().equals(method));
  }

  /** {@return the JSON-RPC response, from the body or from an event} Waits for it. */
  public Json response() throws InterruptedException {
    if (head().isEventStream()) {
      return awaitMessage(message -> !message.at("method").present() && message.at("id").present());
    }
    var text = body();
    try {
      return Json.parse(text);
    } catch (NotJson e) {
      throw new AssertionError("the body is no JSON: " + this, e);
    }
  }

  @Override
  public String toString() {
    var text = bodySoFar();
    return "head "
        + (head == null ? "missing" : head)
        + ", "
        + (end == null ? "not ended" : "ended '" + end + "'")
        + ", "
        + text.length()
        + " characters: "
        + text.substring(Math.max(0, text.length() - 2_000));
  }

  void begun(Head now) {
    head = now;
    watch.changed();
  }

  void piece(byte[] buffer, int length) {
    body.write(buffer, 0, length);
    var here = head;
    if (here != null && here.isEventStream()) {
      parser.take(buffer, length);
    }
    watch.changed();
  }

  /** Records the end; {@code why} is empty for a regular one. The first end counts. */
  void ended(String why) {
    if (end == null) {
      end = why;
      watch.changed();
    }
  }

  private <T> T found(Supplier<@Nullable T> probe, String otherwise) throws InterruptedException {
    return watch.find(
        () -> {
          // Read before the probe, which then finds everything that arrived before the end.
          var over = end != null;
          var there = probe.get();
          if (there == null && over) {
            throw new AssertionError(otherwise + ", and none will come: " + this);
          }
          return there;
        },
        ScriptedClient.LIMIT,
        () -> otherwise + " within the limit: " + this);
  }

  private static Json json(SseEvent event) {
    try {
      return event.isComment() ? Json.Atom.ABSENT : Json.parse(event.data());
    } catch (NotJson _) {
      return Json.Atom.ABSENT;
    }
  }
}
