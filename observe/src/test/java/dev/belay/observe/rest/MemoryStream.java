package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.http.route.EventStreamResponse;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A stream in memory, whose client may stop reading. */
class MemoryStream implements EventStreamResponse {
  private final Queue<String> got = new ConcurrentLinkedQueue<>();

  private final HandTime time;

  volatile boolean isStuck;
  volatile boolean isEnded;

  /**
   * Creates a stream.
   *
   * @param time the clock that passes while a test waits
   */
  MemoryStream(HandTime time) {
    this.time = time;
  }

  String text() {
    return got.stream().collect(Collectors.joining());
  }

  List<Integer> numbers() {
    return text()
        .lines()
        .filter(line -> line.startsWith("id: "))
        .map(line -> Integer.parseInt(line.substring("id: run-".length())))
        .toList();
  }

  long count(String type) {
    return text().lines().filter(("event: " + type)::equals).count();
  }

  @Override
  public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
    throw new AssertionError("events are written for all readers at once");
  }

  @Override
  public boolean send(byte[] frames) {
    if (isStuck) {
      return false;
    }
    got.add(new String(frames, UTF_8));
    return true;
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
    isEnded = true;
  }

  /** Waits until it has received that text. */
  void await(String part) throws InterruptedException {
    await(text -> text.contains(part));
  }

  /** Waits until what it has received is so. */
  void await(Predicate<String> isSo) throws InterruptedException {
    Patience.await(
        time,
        LiveFeed.PAUSE,
        () -> isSo.test(text()),
        () -> {
          var all = text();
          return "it ends with " + all.substring(Math.max(0, all.length() - 2_000));
        });
  }

  /** The size of its longest piece, in characters. */
  int longest() {
    return got.stream().mapToInt(String::length).max().orElse(0);
  }
}
