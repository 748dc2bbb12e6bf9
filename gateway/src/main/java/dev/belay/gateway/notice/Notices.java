package dev.belay.gateway.notice;

import dev.belay.config.NotifySettings;
import dev.belay.config.NotifySettings.Recipient;
import dev.belay.core.approval.Approval;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.Throttle;
import dev.belay.process.spawn.Spawner;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells people of calls that wait for them, one notice after another, as {@code approval.notify}
 * says.
 *
 * <p>No call waits for a notice: the newest ones are queued, and one thread delivers them. Safe for
 * use by many threads.
 *
 * <p>Concurrency: all but the queue and its figures belongs to the delivering thread.
 */
public final class Notices {
  /** The most notices that wait; the oldest give way. */
  static final int MOST = 1_000;

  /** How long the last notices may take at the end. */
  static final Duration FAREWELL = Duration.ofSeconds(1);

  private static final Duration BETWEEN_REPORTS = Duration.ofMinutes(1);
  private static final Queued END = new Queued(null, new Notice("", ""));

  private final Supplier<@Nullable NotifySettings> settings;
  private final ProgramDelivery program;
  private final WebhookDelivery webhook;
  private final Time time;
  private final LinkedBlockingDeque<Queued> waiting = new LinkedBlockingDeque<>(MOST);
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Throttle ofDropped;
  private final Throttle ofTrouble;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final Thread thread;
  private volatile boolean isClosing;

  /** How many were dropped as that was reported last. */
  private long reported;

  /** What was reported last; empty once a notice was delivered. */
  private String trouble = "";

  /**
   * What became of notices since the start.
   *
   * @param dropped those that gave way to newer ones
   */
  public record Figures(long delivered, long failed, long dropped) {}

  /**
   * A notice that waits.
   *
   * @param by what it was made by; under other settings it is not delivered, since it may hold what
   *     those leave out, or their recipient should not get
   */
  private record Queued(@Nullable NotifySettings by, Notice notice) {}

  /**
   * Starts the thread that delivers.
   *
   * @param settings how people hear at each moment; null for not at all
   * @param environment of this program, of which programs get a part
   * @param report takes messages for a person, line by line
   */
  public Notices(
      Supplier<@Nullable NotifySettings> settings,
      Spawner spawner,
      Map<String, String> environment,
      Consumer<String> report,
      Time time) {
    this.settings = settings;
    this.time = time;
    program = new ProgramDelivery(spawner, environment, time);
    webhook = new WebhookDelivery(time);
    ofDropped = new Throttle(time, BETWEEN_REPORTS, report);
    ofTrouble = new Throttle(time, BETWEEN_REPORTS, report);
    thread = Thread.ofVirtual().name("belay-notify").start(this::deliverAll);
  }

  /** Queues a notice of a step of an approval, where people hear of it. Never blocks. */
  public void changed(Approval approval) {
    var now = settings.get();
    if (now == null || isClosing || !approval.wasAsked()) {
      return;
    }
    var notice = Notice.of(approval, now.arguments(), time.wall());
    if (notice != null) {
      put(new Queued(now, notice));
    }
  }

  private void put(Queued notice) {
    while (!waiting.offerLast(notice)) {
      if (waiting.pollFirst() != null) {
        dropped.incrementAndGet();
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // Tests for the mark of the end.
  private void deliverAll() {
    try {
      for (var next = waiting.takeFirst(); next != END; next = waiting.takeFirst()) {
        deliver(next);
        if (dropped.get() > reported) {
          ofDropped.say(() -> {
            long before = reported;
            reported = dropped.get();
            return "approval.notify: "
                + (reported - before)
                + " notices were dropped, since more than "
                + MOST
                + " waited";
          });
        }
      }
    } catch (InterruptedException _) {
      // The time of the last notices is up.
    } finally {
      webhook.close();
      ended.complete(true);
    }
  }

  private void deliver(Queued next) throws InterruptedException {
    var now = settings.get();
    if (now == null || !now.equals(next.by())) {
      return;
    }
    try {
      switch (now.to()) {
        case Recipient.Program to -> program.run(to, next.notice());
        case Recipient.Webhook to -> webhook.post(to, next.notice());
      }
      delivered.incrementAndGet();
      trouble = "";
    } catch (Undelivered e) {
      failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      failed(e.toString());
    }
  }

  private void failed(String why) {
    failed.incrementAndGet();
    if (!why.equals(trouble)) {
      ofTrouble.say(() -> {
        trouble = why;
        return "approval.notify: a notice was not delivered: " + why + ". Calls wait all the same.";
      });
    }
  }

  /** {@return what became of notices} */
  public Figures figures() {
    return new Figures(delivered.get(), failed.get(), dropped.get());
  }

  /** Delivers what waits within a second, and ends the thread. Blocks no longer than that. */
  public void close() throws InterruptedException {
    isClosing = true;
    put(END);
    if (!time.await(ended, FAREWELL)) {
      thread.interrupt();
    }
  }
}
