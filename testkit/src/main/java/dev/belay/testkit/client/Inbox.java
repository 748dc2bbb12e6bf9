package dev.belay.testkit.client;

import dev.belay.core.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * All lines of one stream in the order of arrival, kept for good; waits consider past lines first.
 *
 * <p>Concurrency: one thread reads, any thread waits; {@code lock} guards both lists.
 */
final class Inbox {
  private final ReentrantLock lock = new ReentrantLock();
  private final List<String> lines = new ArrayList<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final String name;

  private record Waiter(Predicate<String> wanted, CompletableFuture<String> found) {}

  Inbox(String name, InputStream stream) {
    this.name = name;
    Thread.ofPlatform().daemon().name("belay-testkit-" + name).start(() -> read(stream));
  }

  List<String> lines() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the first line, past or future, that matches} */
  String await(Predicate<String> wanted, Duration limit) throws InterruptedException {
    var found = new CompletableFuture<String>();
    lock.lock();
    try {
      for (var line : lines) {
        if (wanted.test(line)) {
          return line;
        }
      }
      waiters.add(new Waiter(wanted, found));
    } finally {
      lock.unlock();
    }
    Time.system().await(CompletableFuture.anyOf(found, ended), limit);
    if (found.isDone()) {
      return found.join();
    }
    var why = ended.isDone() ? "ended" : "brought nothing in " + limit.toSeconds() + " s";
    throw new AssertionError(name + " " + why + " that was waited for; it had: " + shown());
  }

  /** {@return the line after the first {@code count}, past or future} */
  String awaitAfter(int count, Duration limit) throws InterruptedException {
    // Lines are examined in order, each once: past ones first, the others on arrival.
    var seen = new AtomicInteger();
    return await(_ -> seen.getAndIncrement() == count, limit);
  }

  /** Waits until the stream ends. */
  void awaitEnd(Duration limit) throws InterruptedException {
    if (!Time.system().await(ended, limit)) {
      throw new AssertionError(name + " did not end; it had: " + shown());
    }
  }

  private void read(InputStream stream) {
    try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException _) {
      // A closed pipe is an end like any other.
    } finally {
      ended.complete(null);
    }
  }

  private void add(String line) {
    lock.lock();
    try {
      lines.add(line);
      waiters.removeIf(waiter -> waiter.wanted().test(line) && waiter.found().complete(line));
    } finally {
      lock.unlock();
    }
  }

  private String shown() {
    var all = lines();
    var text = new StringBuilder();
    for (var line : all.subList(Math.max(0, all.size() - 20), all.size())) {
      text.append("\n  ").append(line, 0, Math.min(line.length(), 400));
    }
    return all.size() + " lines" + text;
  }
}
