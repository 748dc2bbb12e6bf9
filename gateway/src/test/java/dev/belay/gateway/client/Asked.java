package dev.belay.gateway.client;

import dev.belay.core.time.Patience;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request of a {@link Guest}, and all that reached the guest by it. */
public final class Asked implements ReplyTo {
  private static final Json NOTHING = Json.parse("{}");
  private static final Json LATE = Json.parse("[]");

  private final String id;
  private final Runnable afterwards;
  private final CompletableFuture<Json> answer = new CompletableFuture<>();
  private final ConcurrentLinkedQueue<Json> told = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Duration> limits = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> ends = new ConcurrentLinkedQueue<>();

  private volatile @Nullable Duration again;

  public Asked(String id, Runnable afterwards) {
    this.id = id;
    this.afterwards = afterwards;
  }

  @Override
  public void runs(Duration limit) {
    limits.add(limit);
  }

  /** {@return how long its call may run, each time that it was told so} */
  public List<Duration> limits() {
    return List.copyOf(limits);
  }

  @Override
  public void tooSoon(TooSoon refused) {
    again = refused.again();
    send(refused.answer());
  }

  /** {@return when the guest may come again, where it came too soon} */
  public @Nullable Duration again() {
    return again;
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

  public String id() {
    return id;
  }

  public boolean isOver() {
    return answer.isDone();
  }

  /** {@return how it was answered, each time that it was: it must be once} */
  public List<String> ends() {
    return List.copyOf(ends);
  }

  /** {@return what first came by it besides its answer} */
  public Json next() throws InterruptedException {
    Patience.await(() -> !told.isEmpty(), () -> "nothing came by " + id);
    return told.element();
  }

  public List<Json> told() {
    return List.copyOf(told);
  }

  /** {@return what came by it of that method} */
  public List<Json> told(String method) {
    return told.stream().filter(message -> message.at("method").text().equals(method)).toList();
  }

  /** {@return the one answer, once it is there; an empty object where there will be none} */
  public Json answer() {
    var got =
        answer
            .copy()
            .completeOnTimeout(LATE, Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    if (got.equals(LATE)) {
      throw new AssertionError("no answer to " + id + ", but it was told " + told);
    }
    if (ends.size() != 1 || got.at("id").present() && !got.at("id").raw().equals(id)) {
      throw new AssertionError("answers to " + id + " are " + ends);
    }
    return got;
  }

  public Json result() {
    var got = answer();
    if (!got.at("result").present()) {
      throw new AssertionError("no result but " + got.raw());
    }
    return got.at("result");
  }

  public Json error() {
    var got = answer();
    if (!got.at("error").present()) {
      throw new AssertionError("no error but " + got.raw());
    }
    return got.at("error");
  }

  /** {@return the message of the error} */
  public String refusal() {
    return error().at("message").text();
  }

  /** {@return the first text of the tool's result, or the whole answer where there is none} */
  public String text() {
    var content = answer().at("result", "content").items();
    return content.isEmpty() ? answer().raw() : content.getFirst().at("text").text();
  }
}
