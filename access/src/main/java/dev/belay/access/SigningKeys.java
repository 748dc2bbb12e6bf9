package dev.belay.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an authorization server, as last fetched.
 *
 * <p>They are fetched again when they are old, and when a token names an unknown one: at limited
 * intervals, by one request at a time. While they cannot be fetched, the old ones hold.
 *
 * <p>Concurrency: {@code lock} guards the choice of the fetching request, never the fetch itself.
 */
final class SigningKeys {
  /** Older keys are fetched again, in parallel to the request that notices. */
  static final Duration FRESH = Duration.ofMinutes(10);

  /** The shortest interval between fetches, so that invented key ids cause no more of them. */
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final KeySource source;
  private final Time time;
  private final Consumer<String> report;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable CompletableFuture<Void> underWay;

  @GuardedBy("lock") private boolean isTried;

  @GuardedBy("lock") private long triedAt;

  private volatile @Nullable Told told;
  private volatile boolean isFailing;

  SigningKeys(KeySource source, Time time, Consumer<String> report) {
    this.source = source;
    this.time = time;
    this.report = report;
  }

  private record Told(JWKSet keys, long at) {}

  /** {@return whether they were ever fetched} */
  boolean areKnown() {
    return told != null;
  }

  /** {@return the keys that may have signed a token with this header; may wait for a fetch} */
  List<JWK> matching(JWSHeader header) throws InterruptedException {
    var matcher = JWKMatcher.forJWSHeader(header);
    var found = select(matcher);
    if (found.isEmpty()) {
      refresh();
      return select(matcher);
    }
    var now = told;
    if (now != null && time.nanos() - now.at > FRESH.toNanos()) {
      refreshBeside();
    }
    return found;
  }

  private List<JWK> select(@Nullable JWKMatcher matcher) {
    var now = told;
    return now == null || matcher == null ? List.of() : new JWKSelector(matcher).select(now.keys);
  }

  private void refreshBeside() {
    var turn = takeTurn();
    if (turn.isMine()) {
      var _ = Thread.ofVirtual().name("belay-jwks-refresh").start(() -> fetchBeside(turn));
    }
  }

  private void fetchBeside(Turn turn) {
    try {
      fetch(turn);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void refresh() throws InterruptedException {
    var turn = takeTurn();
    if (turn.isMine()) {
      fetch(turn);
    } else if (turn.end() != null) {
      var _ = time.await(turn.end(), HttpKeySource.LIMIT.multipliedBy(2));
    }
  }

  /**
   * The choice of the fetching request: {@code end} is null if there is none, since the last
   * attempt is too recent.
   */
  private record Turn(@Nullable CompletableFuture<Void> end, boolean isMine) {}

  private Turn takeTurn() {
    lock.lock();
    try {
      if (underWay != null) {
        return new Turn(underWay, false);
      }
      if (isTried && time.nanos() - triedAt < PAUSE.toNanos()) {
        return new Turn(null, false);
      }
      isTried = true;
      triedAt = time.nanos();
      underWay = new CompletableFuture<>();
      return new Turn(underWay, true);
    } finally {
      lock.unlock();
    }
  }

  private void fetch(Turn turn) throws InterruptedException {
    try {
      told = new Told(JWKSet.parse(source.fetch()), time.nanos());
      if (isFailing) {
        isFailing = false;
        report.accept("the keys of the authorization server are there again");
      }
    } catch (IOException | ParseException e) {
      if (!isFailing) {
        isFailing = true;
        report.accept(
            "the keys of the authorization server cannot be fetched: "
                + (e instanceof ParseException ? "what came is no JWK set" : e.getMessage())
                + (areKnown() ? "; those it told before still hold" : ""));
      }
    } finally {
      end(turn);
    }
  }

  private void end(Turn turn) {
    lock.lock();
    try {
      underWay = null;
    } finally {
      lock.unlock();
    }
    if (turn.end() != null) {
      turn.end().complete(null);
    }
  }
}
