package dev.belay.gateway.relay;

import dev.belay.core.time.Patience;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request of a {@link Guest}, and all that reached the guest by it. */
final class Asked implements ReplyTo {
  private static final Json NOTHING = Json.parse("{}");

  private final String id;
  private final Runnable afterwards;
  private final CompletableFuture<Json> answer = new CompletableFuture<>();
  private final ConcurrentLinkedQueue<Json> told = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Duration> limits = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();

  Asked(String id, Runnable afterwards) {
    this.id = id;
    this.afterwards = afterwards;
  }

  @Override
  public void runs(Duration limit) {
    limits.add(limit);
  }

  /** {@return how long its call may run, each time that it was told so} */
  List<Duration> limits() {
    return List.copyOf(limits);
  }

  @Override
  public void send(byte[] response) {
    var text = new String(response, StandardCharsets.UTF_8);
    ends.add(text);
    // First, so that whoever has the answer finds the conversation over.
    afterwards.run();
    answer.complete(Json.parse(text));
  }

  @Override
  public void nothing() {
    ends.add("nothing");
    afterwards.run();
    answer.complete(NOTHING);
  }

  @Override
  public boolean tell(byte[] message) {
    if (answer.isDone()) {
      return false;
    }
    told.add(Json.parse(new String(message, StandardCharsets.UTF_8)));
    return true;
  }

  @Override
  public void progress(Object author, byte[] message) {
    var _ = tell(message);
  }

  String id() {
    return id;
  }

  boolean isOver() {
    return answer.isDone();
  }

  /** {@return how it was answered, each time that it was: it must be once} */
  List<String> ends() {
    return List.copyOf(ends);
  }

  /** {@return what first came by it besides its answer} */
  Json next() throws InterruptedException {
    Patience.await(() -> !told.isEmpty(), () -> "nothing came by " + id);
    return told.element();
  }

  List<Json> told() {
    return List.copyOf(told);
  }

  /** {@return what came by it of that method} */
  List<Json> told(String method) {
    return told.stream().filter(message -> message.at("method").text().equals(method)).toList();
  }

  /** {@return the answer, once there is one; an empty object where there will be none} */
  Json answer() throws InterruptedException {
    try {
      var got = answer.get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      if (got.at("id").present() && !got.at("id").raw().equals(id)) {
        throw new AssertionError("an answer to " + id + " is " + got.raw());
      }
      return got;
    } catch (TimeoutException e) {
      throw new AssertionError("no answer to " + id + ", but it was told " + told, e);
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  Json result() throws InterruptedException {
    var got = answer();
    if (!got.at("result").present()) {
      throw new AssertionError("no result but " + got.raw());
    }
    return got.at("result");
  }

  Json error() throws InterruptedException {
    var got = answer();
    if (!got.at("error").present()) {
      throw new AssertionError("no error but " + got.raw());
    }
    return got.at("error");
  }

  /** {@return the first text of the tool's result} */
  String text() throws InterruptedException {
    return StdioHarness.text(answer());
  }
}
