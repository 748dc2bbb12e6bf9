package dev.belay.agent.model.provider;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Retries another model after transient failures, with growing pauses that respect the provider's
 * requested wait.
 *
 * <p>Does not retry after text was forwarded, since its reader has seen half a message, nor after a
 * stop, which also ends a pause at once. Thread-safe if {@code random} is.
 */
public final class PatientModel implements Model {
  /** The first pause, doubled each time; half of it is random. */
  private static final Duration FIRST = Duration.ofSeconds(1);

  /** Maximum pause; a provider that asks for a longer one is not retried. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int MOST_DOUBLINGS = 6;

  private final Model model;
  private final ModelSettings settings;
  private final Time time;
  private final RandomGenerator random;
  private final Consumer<String> report;

  /**
   * Creates a model that makes at most {@code settings.maxAttempts()} attempts.
   *
   * @param random randomizes pauses
   * @param report receives a log line for each retry
   */
  public PatientModel(
      Model model,
      ModelSettings settings,
      Time time,
      RandomGenerator random,
      Consumer<String> report) {
    this.model = model;
    this.settings = settings;
    this.time = time;
    this.random = random;
    this.report = report;
  }

  @Override
  public Message.Assistant ask(Prompt prompt, Hearer hearer, Cancellation stop)
      throws ModelException, InterruptedException {
    var heard = new AtomicBoolean();
    Hearer hearing =
        text -> {
          heard.set(true);
          hearer.accept(text);
        };
    for (int attempt = 1; ; attempt++) {
      try {
        return model.ask(prompt, hearing, stop);
      } catch (ModelException e) {
        if (!e.trouble().mayPass() || heard.get() || stop.isCancelled()) {
          throw e;
        }
        if (attempt >= settings.maxAttempts()) {
          throw attempt == 1 ? e : more(e, " Asked " + attempt + " times.");
        }
        var pause = pause(attempt, e.retryAfter().orElse(Duration.ZERO));
        if (pause.compareTo(LONGEST) > 0) {
          throw more(e, " It asks for a pause of " + pause.toSeconds() + " s.");
        }
        report.accept(
            String.format(
                Locale.ROOT,
                "models.%s is asked again in %.1f s (%d of %d): %s",
                settings.name(),
                pause.toMillis() / 1000.0,
                attempt + 1,
                settings.maxAttempts(),
                e.why()));
        hearer.retry(attempt + 1, pause, e.why());
        sleep(pause, stop);
      }
    }
  }

  private static ModelException more(ModelException e, String also) {
    return new ModelException(e.trouble(), e.why() + also, e.retryAfter().orElse(null));
  }

  /** Half of the pause is random, so that requests refused together do not return together. */
  private Duration pause(int attempt, Duration wish) {
    var most = FIRST.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
    var capped = most.compareTo(LONGEST) > 0 ? LONGEST : most;
    long half = capped.toNanos() / 2;
    var own = Duration.ofNanos(half + random.nextLong(half + 1));
    return wish.compareTo(own) > 0 ? wish : own;
  }

  private void sleep(Duration pause, Cancellation stop)
      throws ModelException, InterruptedException {
    var stopped = new CompletableFuture<Stop>();
    try (var _ = stop.onCancel(stopped::complete)) {
      if (time.await(stopped, pause)) {
        throw new ModelException(ModelTrouble.STOPPED, "Stopped: " + stopped.join().text());
      }
    }
  }
}
