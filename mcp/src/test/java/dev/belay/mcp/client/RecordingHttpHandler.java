package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Records events, one line each, to be taken in turn. */
final class RecordingHttpHandler implements HttpHandler {
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  final List<String> notes = new CopyOnWriteArrayList<>();
  final List<HttpFailure> failures = new CopyOnWriteArrayList<>();

  @Override
  public void onMessage(byte[] message, @Nullable RequestId during) {
    heard.add(during + " " + new String(message, StandardCharsets.UTF_8));
  }

  @Override
  public void onUnanswered(RequestId request, HttpFailure why) {
    failures.add(why);
    heard.add(request + " " + why.kind());
  }

  @Override
  public void onReopened() {
    heard.add("reopened");
  }

  @Override
  public void onNote(String what) {
    notes.add(what);
  }

  /** Waits for the next event. */
  String next() throws InterruptedException {
    return heard.take();
  }

  boolean hasHeard() {
    return !heard.isEmpty();
  }

  void isQuiet() {
    assertThat(heard).isEmpty();
  }
}
