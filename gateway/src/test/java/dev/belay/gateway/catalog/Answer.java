package dev.belay.gateway.catalog;

import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** What came by one request of a {@link Client}. */
final class Answer implements ReplyTo {
  final List<String> ends = new ArrayList<>();
  final List<Json> told = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Json> unread = new LinkedBlockingQueue<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  /** When the client may come again, where it came too soon. */
  private @Nullable Duration again;

  @Override
  public void tooSoon(TooSoon refused) {
    again = refused.again();
    send(refused.answer());
  }

  @Nullable Duration again() {
    return again;
  }

  @Override
  public void send(byte[] response) {
    ends.add(new String(response, StandardCharsets.UTF_8));
    ended.complete(true);
  }

  @Override
  public void nothing() {
    ends.add("nothing");
    ended.complete(false);
  }

  @Override
  public boolean tell(byte[] message) {
    var read = Json.parse(new String(message, StandardCharsets.UTF_8));
    return told.add(read) && unread.add(read);
  }

  @Override
  public void progress(Object author, byte[] message) {
    tell(message);
  }

  /** {@return this, once it has come, whichever thread brings it} */
  Answer await() {
    ended.join();
    return this;
  }

  /** Waits for the next thing told on the way. */
  Json next() throws InterruptedException {
    return unread.take();
  }

  boolean isOpen() {
    return ends.isEmpty();
  }

  /** {@return the one answer} */
  Json answer() {
    if (ends.size() != 1) {
      throw new AssertionError("expected one answer, not " + ends);
    }
    return Json.parse(ends.getFirst());
  }

  Json result() {
    var result = answer().at("result");
    if (!result.present()) {
      throw new AssertionError("no result but " + ends);
    }
    return result;
  }

  Json error() {
    var error = answer().at("error");
    if (!error.present()) {
      throw new AssertionError("no error but " + ends);
    }
    return error;
  }
}
