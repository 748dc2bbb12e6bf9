package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** One answer in memory: whole, or as events, until the client takes no more of them. */
class Heard implements Response, EventStreamResponse {
  /** What a whole answer, or the end of a stream, leaves as the last line. */
  private static final String END = "end";

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final int most;
  private final boolean hasLeft;

  /** Takes so many events. */
  Heard(int most) {
    this(most, /* hasLeft= */ false);
  }

  /** As for a client that may have left already: what it is sent is kept all the same. */
  Heard(int most, boolean hasLeft) {
    this.most = most;
    this.hasLeft = hasLeft;
  }

  /** {@return all lines up to the end, waiting for it: {@code 200 {…}}, {@code id event data}} */
  List<String> all() throws InterruptedException {
    var all = new ArrayList<String>();
    for (var line = lines.take(); !line.equals(END); line = lines.take()) {
      all.add(line);
    }
    return all;
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    lines.add(status + " " + new String(body, UTF_8));
    lines.add(END);
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    return this;
  }

  @Override
  public void onGone(Runnable action) {
    if (hasLeft) {
      action.run();
    }
  }

  @Override
  public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
    if (lines.size() >= most) {
      return false;
    }
    return lines.add(id + " " + event + " " + new String(data, UTF_8));
  }

  @Override
  public boolean send(byte[] frames) {
    throw new AssertionError("a turn's events are sent one by one");
  }

  @Override
  public boolean retry(long millis) {
    return true;
  }

  @Override
  public long unsent() {
    return 0;
  }

  @Override
  public void end() {
    lines.add(END);
  }
}
