package dev.belay.mcp.input;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are parked while their clients have questions to answer: so many, each for so
 * long, and each under a name that cannot be guessed.
 *
 * <p>The client carries the name in a state that is sealed, and bound to the principal, the method,
 * its target and its arguments: a foreign or changed one finds nothing. Each principal has a share
 * of the places. Safe for use by many threads.
 *
 * @param <R> a message of a client that waits
 */
public final class PendingInputs<R> {
  /** How many requests may be parked. */
  public static final int MOST = 10_000;

  /** What is said of a state whose request is not parked. */
  public static final String OVER =
      "The call of this requestState is over or has expired, or another request with it is in"
          + " flight. Call again without it.";

  static final String FULL = "Too many calls wait for answers of their clients. Try again later.";

  /** A name is of no use once its request is not parked, so that its seal needs no end. */
  private static final Duration SEALED_FOR = Duration.ofDays(3650);

  private static final int NAME_BYTES = 16;

  private final Map<String, PendingInput<R>> byName = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable RequestState> seal = new AtomicReference<>();
  private final Time time;
  private final Duration gather;
  private final Supplier<Duration> lifetime;
  private final boolean keepsAnswers;
  private final Shares room;

  /** Loaded when the first name is made, since that loads much. */
  private static final class Names {
    static final SecureRandom RANDOM = new SecureRandom();
  }

  /**
   * Begins with none.
   *
   * @param gather how long one question waits for others of its request; zero for not at all
   * @param lifetime how long a client may take to come back, which may change
   * @param keepsAnswers whether the answer of a request that ends while it is parked is kept for
   *     its client; else that hears that the request is over
   * @param most how many may be parked
   */
  public PendingInputs(
      Time time, Duration gather, Supplier<Duration> lifetime, boolean keepsAnswers, int most) {
    this.time = time;
    this.gather = gather;
    this.lifetime = lifetime;
    this.keepsAnswers = keepsAnswers;
    room = new Shares(most);
  }

  /** Begins the first round of a request of that principal. */
  public PendingInput<R> begin(
      String principal, PendingInput.Rounds<R> rounds, R first, PendingInput.Answers brought) {
    return new PendingInput<>(this, principal, rounds, first, brought);
  }

  Time time() {
    return time;
  }

  Duration gather() {
    return gather;
  }

  /** {@return how long a client may take to come back} */
  public Duration lifetime() {
    return lifetime.get();
  }

  boolean keepsAnswers() {
    return keepsAnswers;
  }

  static String newName() {
    var bytes = new byte[NAME_BYTES];
    Names.RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** False if there is no room for its principal. */
  boolean park(String name, PendingInput<R> input) {
    if (!room.take(input.principal(), 1)) {
      return false;
    }
    byName.put(name, input);
    return true;
  }

  void take(String name) {
    var input = byName.remove(name);
    if (input != null) {
      room.give(input.principal(), 1);
      input.rounds().taken();
    }
  }

  /** Takes back questions of requests that are parked. */
  public void withdraw(Predicate<? super PendingInput.Question> chosen) {
    byName.values().forEach(input -> input.withdraw(chosen));
  }

  /** {@return what seals states; made at its first use, since that loads much} */
  public RequestState seal() {
    var known = seal.get();
    if (known != null) {
      return known;
    }
    var made =
        RequestState.withRandomKey(SEALED_FOR, () -> Duration.ofNanos(time.nanos()).toMillis());
    var other = seal.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  /** {@return a state that has the name, for the next round of {@code request} alone} */
  public String state(String name, String principal, Envelope request) {
    return seal().seal(payload(name), RequestState.binding(principal, request));
  }

  /** {@return what a state holds that has the name} */
  public static byte[] payload(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** What a state leads to. */
  public sealed interface Found<R> {
    /** A request that is parked under that name, or was just now. */
    record Parked<R>(PendingInput<R> input, String name) implements Found<R> {
      /**
       * Begins the next round.
       *
       * @param answers those of names that nothing asks for are ignored, or kept for the round
       * @return false if another message did before, or the request is over
       */
      public boolean resume(R next, PendingInput.Answers answers) {
        return input.resume(name, next, answers);
      }
    }

    /**
     * Nothing.
     *
     * @param why what the client is told
     */
    record Nothing<R>(String why) implements Found<R> {}
  }

  /** {@return what the state leads to that {@code request} carries} */
  public Found<R> find(String state, String principal, Envelope request) {
    return switch (seal().open(state, RequestState.binding(principal, request))) {
      case OpenedState.Invalid invalid -> new Found.Nothing<>(invalid.why());
      case OpenedState.Valid valid -> find(valid.payload());
    };
  }

  /** {@return what a state leads to, by what it holds} */
  public Found<R> find(byte[] payload) {
    var name = new String(payload, StandardCharsets.US_ASCII);
    var input = byName.get(name);
    return input == null ? new Found.Nothing<>(OVER) : new Found.Parked<>(input, name);
  }
}
