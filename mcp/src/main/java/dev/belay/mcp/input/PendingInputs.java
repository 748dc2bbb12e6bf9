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
 * The requests that are parked while their clients answer questions: bounded in number and time,
 * each under a name that cannot be guessed.
 *
 * <p>The client carries the name in a state that is sealed, and bound to the principal, the method,
 * its target and its arguments: a foreign or changed one finds nothing. Each principal has a share
 * of the places. Safe for use by many threads.
 *
 * @param <R> a waiting message of a client
 */
public final class PendingInputs<R> {
  /** The greatest number of parked requests. */
  public static final int MOST = 10_000;

  /** The message for a state whose request is not parked. */
  public static final String OVER =
      "The call of this requestState is over or has expired, or another request with it is in"
          + " flight. Call again without it.";

  static final String FULL = "Too many calls wait for answers of their clients. Try again later.";

  /** A name is useless once its request is not parked, so its seal needs no expiry. */
  private static final Duration SEALED_FOR = Duration.ofDays(3650);

  private static final int NAME_BYTES = 16;

  private final Map<String, PendingInput<R>> byName = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable RequestState> seal = new AtomicReference<>();
  private final Time time;
  private final Duration gather;
  private final Supplier<Duration> lifetime;
  private final boolean keepsAnswers;
  private final Shares room;

  /** A class of its own, loaded with the first name, since that loads many classes. */
  private static final class Names {
    static final SecureRandom RANDOM = new SecureRandom();
  }

  /**
   * Creates an empty set.
   *
   * @param gather how long one question waits for others of its request; zero for not at all
   * @param lifetime how long a client may take to return; read again each time
   * @param keepsAnswers whether the answer of a request that ends while parked is kept for its
   *     client, which otherwise learns that the request is over
   * @param most the greatest number of parked requests
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

  /** {@return how long a client may take to return} */
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

  /** Returns false if there is no room for its principal. */
  boolean park(String name, PendingInput<R> input) {
    if (!room.take(input.principal(), 1)) {
      return false;
    }
    byName.put(name, input);
    return true;
  }

  void take(String name) {
    var input = release(name);
    if (input != null) {
      input.rounds().taken();
    }
  }

  /** {@return whose place that was; null if there is none of that name, or no name} */
  @Nullable PendingInput<R> release(@Nullable String name) {
    var input = name == null ? null : byName.remove(name);
    if (input != null) {
      room.give(input.principal(), 1);
    }
    return input;
  }

  /** Withdraws questions of parked requests. */
  public void withdraw(Predicate<? super PendingInput.Question> chosen) {
    byName.values().forEach(input -> input.withdraw(chosen));
  }

  /** {@return the seal of states; created at its first use, since that loads many classes} */
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

  /** {@return a state that contains the name, for the next round of {@code request} alone} */
  public String state(String name, String principal, Envelope request) {
    return seal().seal(payload(name), RequestState.binding(principal, request));
  }

  /** {@return the payload of a state that contains the name} */
  public static byte[] payload(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** The result of looking up a state. */
  public sealed interface Found<R> {
    /** A request that is, or just was, parked under that name. */
    record Parked<R>(PendingInput<R> input, String name) implements Found<R> {
      /**
       * Begins the next round.
       *
       * @param answers those without a question are ignored, or kept for the round
       * @return false if another message came first, or the request is over
       */
      public boolean resume(R next, PendingInput.Answers answers) {
        return input.resume(name, next, answers);
      }
    }

    /**
     * No request.
     *
     * @param why the message for the client
     */
    record Nothing<R>(String why) implements Found<R> {}
  }

  /** {@return the parked request of the state that {@code request} carries} */
  public Found<R> find(String state, String principal, Envelope request) {
    return switch (seal().open(state, RequestState.binding(principal, request))) {
      case OpenedState.Invalid invalid -> new Found.Nothing<>(invalid.why());
      case OpenedState.Valid valid -> find(valid.payload());
    };
  }

  /** {@return the parked request of a state's payload} */
  public Found<R> find(byte[] payload) {
    var name = new String(payload, StandardCharsets.US_ASCII);
    var input = byName.get(name);
    return input == null ? new Found.Nothing<>(OVER) : new Found.Parked<>(input, name);
  }
}
