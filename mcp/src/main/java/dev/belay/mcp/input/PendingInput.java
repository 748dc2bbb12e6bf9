package dev.belay.mcp.input;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One running request, between the source of questions to its client and the client message that
 * waits for it now.
 *
 * <p>Each message of the client begins a round (MCP 2026-07-28 §mrtr). The round ends with the
 * request's answer, or with all open questions; then the request is parked in {@link PendingInputs}
 * until the client sends the next message, with answers. It is parked under a new name each time,
 * so that each state is good for one round.
 *
 * <p>A request that is handed off has no more rounds: its questions, under keys that are never used
 * again, are there to be read and answered one by one, until they expire.
 *
 * <p>Longer than other files: it is one state machine, whose transitions depend on each other.
 *
 * <p>Concurrency: {@code lock} guards the fields marked so; no callback runs under it.
 *
 * @param <R> a waiting message of the client
 */
public final class PendingInput<R> {
  private static final int MOST_OPEN = 64;

  /**
   * The most bytes of the open questions of a request that was handed off: all are read at once.
   */
  private static final int MOST_BYTES = 256 * 1024;

  private static final String OVER = "The request that this belonged to is over.";
  private static final String LATE = "The client has not answered in time.";

  /**
   * A question for the client. It is answered, refused or withdrawn, once; none of these may block.
   */
  public interface Question {
    /**
     * {@return the name of its answer, which a client may know before it is asked; null to generate
     * one}
     */
    default @Nullable String key() {
      return null;
    }

    /** {@return the method of the question, such as {@code elicitation/create}} */
    String method();

    /** {@return the params as written; null if there are none} */
    byte @Nullable [] params();

    /** Delivers the client's answer: the result, one JSON object. */
    void answered(byte[] result);

    /** Reports that there will be no answer. */
    void refused(String why);

    /** Reports that an answer is no longer wanted. */
    default void withdrawn() {}
  }

  /** The answers in one message of the client. */
  @FunctionalInterface
  public interface Answers {
    /** No answers. */
    Answers NONE = _ -> null;

    /** {@return the result that answers the question of that name; null if there is none} */
    byte @Nullable [] of(String key);
  }

  /** Receives the events of one request. No method may block. */
  public interface Rounds<R> {
    /** Announces that the request may be kept; {@link #taken} follows in any case. */
    default void kept() {}

    /**
     * Ends a round with questions; the request is kept until {@link #taken}, and its client is to
     * return with a state that contains the name.
     */
    void ask(R round, String name, Map<String, Question> open);

    /** Reports that the request is no longer kept: a round waits again, or it is over. */
    default void taken() {}

    /** Reports that the client has not returned in time: it has left. */
    void deserted();
  }

  private sealed interface State<R> {
    record Waiting<R>(R round) implements State<R> {}

    /**
     * Between two rounds.
     *
     * @param answer sends the request's answer to the next round; null while the request runs
     */
    record Parked<R>(String name, @Nullable Consumer<R> answer) implements State<R> {}

    /** The client has the answer to its request, and the request goes on. */
    record HandedOff<R>() implements State<R> {}

    record Over<R>() implements State<R> {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final PendingInputs<R> inputs;
  private final String principal;
  private final Rounds<R> rounds;
  private final R first;

  /** Written under the lock. */
  private volatile State<R> state;

  /** After the request has ended: questions to refuse once their server knows of the end. */
  @GuardedBy("lock") private final Map<String, Question> open = new LinkedHashMap<>();

  /** The answers of the waiting round. */
  @GuardedBy("lock") private Answers brought;

  /** The names of answers already used in this round. */
  @GuardedBy("lock") private Set<String> used = Set.of();

  @GuardedBy("lock") private int asked;

  /** Whether the answer that is kept for the next round hands the request off. */
  @GuardedBy("lock") private boolean isHandedOver;

  /** The place of a request that was handed off, while it has open questions. */
  @GuardedBy("lock") private @Nullable String place;

  /** Ends the round, the wait for the next, or the questions of a request that was handed off. */
  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private boolean isTakenBack;

  PendingInput(
      PendingInputs<R> inputs, String principal, Rounds<R> rounds, R first, Answers brought) {
    this.inputs = inputs;
    this.principal = principal;
    this.rounds = rounds;
    this.first = first;
    this.brought = brought;
    state = new State.Waiting<>(first);
  }

  /** {@return the message of the first round, which began the request} */
  public R first() {
    return first;
  }

  String principal() {
    return principal;
  }

  Rounds<R> rounds() {
    return rounds;
  }

  /** {@return the waiting message; null if there is none} */
  public @Nullable R waiting() {
    return state instanceof State.Waiting<R>(R round) ? round : null;
  }

  /** {@return whether the client has been given questions, and has not returned} */
  public boolean isParked() {
    return state instanceof State.Parked<R>;
  }

  /** Asks the client, at the end of this round or of the next. */
  public void ask(List<? extends Question> questions) {
    var tell = new ArrayList<Runnable>();
    boolean atOnce;
    lock.lock();
    try {
      for (var question : questions) {
        var outcome = putLocked(question);
        if (outcome != null) {
          tell.add(outcome);
        }
      }
      atOnce = gatherLocked();
    } finally {
      lock.unlock();
    }
    tell.forEach(Runnable::run);
    if (atOnce) {
      endRound();
    }
  }

  /** {@return the notification of the question's end; null if it is open from now on} */
  @GuardedBy("lock") private @Nullable Runnable putLocked(Question question) {
    if (hasEnded()) {
      return () -> question.refused(OVER);
    }
    boolean isLate = isHandedOver || state instanceof State.HandedOff<R>;
    var given = isLate ? null : question.key();
    var early = given == null ? null : answerLocked(given);
    if (early != null) {
      return () -> question.answered(early);
    }
    var key = given == null ? "q" + ++asked : given;
    if (open.size() >= MOST_OPEN || open.putIfAbsent(key, question) != null) {
      return () ->
          question.refused("Too many questions of one request are open, or two of a name.");
    }
    if (isLate && bytesLocked() > MOST_BYTES) {
      open.remove(key);
      return () -> question.refused("The open questions of one request are too long.");
    }
    if (state instanceof State.HandedOff<R> && !occupyLocked()) {
      open.remove(key);
      return () -> question.refused(PendingInputs.FULL);
    }
    return null;
  }

  @GuardedBy("lock") private long bytesLocked() {
    long bytes = 0;
    for (var question : open.values()) {
      var params = question.params();
      bytes += params == null ? 0 : params.length;
    }
    return bytes;
  }

  /** A place for a request that was handed off, and more time for its client; false if none. */
  @GuardedBy("lock") private boolean occupyLocked() {
    if (place == null) {
      var name = PendingInputs.newName();
      if (!inputs.park(name, this)) {
        return false;
      }
      place = name;
    }
    rearmLocked(inputs.time().after(inputs.lifetime(), this::lapse));
    return true;
  }

  /** {@return the place to be given up, since no question is open; null for none} */
  @GuardedBy("lock") private @Nullable String vacateLocked() {
    var vacated = open.isEmpty() || hasEnded() ? place : null;
    if (vacated != null) {
      place = null;
      rearmLocked(null);
    }
    return vacated;
  }

  private void lapse() {
    List<Question> late;
    String vacated;
    lock.lock();
    try {
      late = List.copyOf(open.values());
      open.clear();
      vacated = vacateLocked();
    } finally {
      lock.unlock();
    }
    inputs.release(vacated);
    late.forEach(question -> question.refused(LATE));
  }

  /**
   * Hands the request off: {@code answer} ends the waiting message, or the next one if the client
   * has questions to answer first. Later questions, and those that are open now, are answered by
   * {@link #answer}; they need a place like those of a request that is parked.
   */
  public void handOff(Consumer<R> answer) {
    R round = null;
    List<Question> homeless = List.of();
    lock.lock();
    try {
      switch (state) {
        case State.Waiting<R>(R now) -> {
          round = now;
          state = new State.HandedOff<>();
          rearmLocked(null);
          homeless = settleLocked();
        }
        case State.Parked<R>(String name, Consumer<R> before) when before == null -> {
          state = new State.Parked<>(name, answer);
          isHandedOver = true;
        }
        case State.Parked<R> _, State.HandedOff<R> _, State.Over<R> _ -> {}
      }
    } finally {
      lock.unlock();
    }
    if (round != null) {
      answer.accept(round);
    }
    homeless.forEach(question -> question.refused(PendingInputs.FULL));
  }

  /** {@return the questions for which a request that has just been handed off has no place} */
  @GuardedBy("lock") private List<Question> settleLocked() {
    if (open.isEmpty() || occupyLocked()) {
      return List.of();
    }
    var homeless = List.copyOf(open.values());
    open.clear();
    return homeless;
  }

  /** {@return the open questions of a request that was handed off, by their keys} */
  public Map<String, Question> questions() {
    lock.lock();
    try {
      return isHandedOver || state instanceof State.HandedOff<R>
          ? Collections.unmodifiableMap(new LinkedHashMap<>(open))
          : Map.of();
    } finally {
      lock.unlock();
    }
  }

  /** Answers open questions of a request that was handed off; answers to others are ignored. */
  public void answer(Answers answers) {
    settle(key -> {
      var result = answers.of(key);
      return result == null ? null : question -> question.answered(result);
    });
  }

  /** Refuses an open question of a request that was handed off, since its client has. */
  public void refuse(String refused, String why) {
    settle(key -> key.equals(refused) ? question -> question.refused(why) : null);
  }

  private interface Ends {
    /** {@return the end of the question of that key; null to leave it open} */
    @Nullable Consumer<Question> of(String key);
  }

  private void settle(Ends ends) {
    var tell = new ArrayList<Runnable>();
    String vacated = null;
    lock.lock();
    try {
      if (isHandedOver || state instanceof State.HandedOff<R>) {
        for (var key : List.copyOf(open.keySet())) {
          var end = ends.of(key);
          var question = end == null ? null : open.remove(key);
          if (end != null && question != null) {
            tell.add(() -> end.accept(question));
          }
        }
        vacated = vacateLocked();
      }
    } finally {
      lock.unlock();
    }
    inputs.release(vacated);
    tell.forEach(Runnable::run);
  }

  @GuardedBy("lock") private boolean hasEnded() {
    return switch (state) {
      case State.Waiting<R> _, State.HandedOff<R> _ -> false;
      case State.Parked<R> parked -> parked.answer() != null && !isHandedOver;
      case State.Over<R> _ -> true;
    };
  }

  /** Each answer of a round is used for one question. */
  @GuardedBy("lock") private byte @Nullable [] answerLocked(String key) {
    var answer = used.contains(key) ? null : brought.of(key);
    if (answer != null) {
      used = used.isEmpty() ? new HashSet<>() : used;
      used.add(key);
    }
    return answer;
  }

  /** {@return whether to end the round at once; otherwise a timer ends it, to collect questions} */
  @GuardedBy("lock") private boolean gatherLocked() {
    if (!(state instanceof State.Waiting<R>) || open.isEmpty()) {
      return false;
    }
    if (inputs.gather().isZero()) {
      return true;
    }
    rearmLocked(inputs.time().after(inputs.gather(), this::endRound));
    return false;
  }

  @GuardedBy("lock") private void rearmLocked(Time.@Nullable Timer next) {
    if (timer != null) {
      timer.close();
    }
    timer = next;
  }

  /** Sends the open questions to the waiting message. */
  private void endRound() {
    var name = PendingInputs.newName();
    R round = null;
    Map<String, Question> questions = Map.of();
    // Before it is parked: from then on it may be taken.
    rounds.kept();
    lock.lock();
    try {
      if (state instanceof State.Waiting<R>(R now) && !open.isEmpty()) {
        questions = new LinkedHashMap<>(open);
        if (inputs.park(name, this)) {
          round = now;
          state = new State.Parked<>(name, null);
          brought = Answers.NONE;
          rearmLocked(inputs.time().after(inputs.lifetime(), () -> expire(name)));
        } else {
          open.clear();
        }
      }
    } finally {
      lock.unlock();
    }
    if (round == null) {
      rounds.taken();
      questions.values().forEach(question -> question.refused(PendingInputs.FULL));
    } else {
      rounds.ask(round, name, questions);
    }
  }

  /** Begins the next round; false if it is not parked under that name. */
  boolean resume(String name, R next, Answers answers) {
    var tell = new ArrayList<Runnable>();
    Consumer<R> answer;
    boolean atOnce = false;
    lock.lock();
    try {
      if (!(state instanceof State.Parked<R> parked) || !parked.name().equals(name)) {
        return false;
      }
      rearmLocked(null);
      answer = parked.answer();
      if (answer != null && !isHandedOver) {
        state = new State.Over<>();
      } else {
        state = answer == null ? new State.Waiting<>(next) : new State.HandedOff<>();
        isHandedOver = false;
        brought = answers;
        used = Set.of();
        for (var key : List.copyOf(open.keySet())) {
          var result = answerLocked(key);
          var question = result == null ? null : open.remove(key);
          if (result != null && question != null) {
            tell.add(() -> question.answered(result));
          }
        }
        atOnce = gatherLocked();
        if (answer != null) {
          settleLocked().forEach(question -> tell.add(() -> question.refused(PendingInputs.FULL)));
        }
      }
    } finally {
      lock.unlock();
    }
    inputs.take(name);
    tell.forEach(Runnable::run);
    if (answer != null) {
      answer.accept(next);
    }
    if (atOnce) {
      endRound();
    }
    return true;
  }

  /**
   * Ends the request: {@code answer} sends its answer to the waiting message, or to the next if
   * answers are kept; later calls do nothing. Open questions stay so until {@link #takenBack}.
   */
  public void end(Consumer<R> answer) {
    end(answer, inputs.keepsAnswers());
  }

  /**
   * Ends the request since its client has left and will not return for an answer, even if questions
   * are just being sent to it. {@code last} ends the waiting message.
   */
  public void leave(Consumer<R> last) {
    end(last, /* keeps= */ false);
  }

  private void end(Consumer<R> answer, boolean keeps) {
    R round = null;
    String parkedAs = null;
    String vacated;
    List<Question> moot;
    lock.lock();
    try {
      // A client that is still to be told that the request was handed off finds the end later.
      isHandedOver = false;
      switch (state) {
        case State.Waiting<R>(R now) -> {
          round = now;
          state = new State.Over<>();
          rearmLocked(null);
        }
        case State.HandedOff<R> _ -> state = new State.Over<>();
        case State.Parked<R>(String name, Consumer<R> before) -> {
          if (before == null && keeps) {
            state = new State.Parked<>(name, answer);
          } else if (before == null || !keeps) {
            parkedAs = name;
            state = new State.Over<>();
            rearmLocked(null);
          }
        }
        case State.Over<R> _ -> {}
      }
      vacated = vacateLocked();
      moot = mootLocked();
    } finally {
      lock.unlock();
    }
    inputs.release(vacated);
    if (parkedAs != null) {
      inputs.take(parkedAs);
    }
    moot.forEach(question -> question.refused(OVER));
    if (round != null) {
      answer.accept(round);
    }
  }

  /**
   * Reports that the asking server knows of the end: only now are its questions refused, or it
   * would continue the request as if the client had declined.
   */
  public void takenBack() {
    List<Question> moot;
    lock.lock();
    try {
      isTakenBack = true;
      moot = mootLocked();
    } finally {
      lock.unlock();
    }
    moot.forEach(question -> question.refused(OVER));
  }

  /** The later of the two, the end and the report that it is known, refuses the questions. */
  @GuardedBy("lock") private List<Question> mootLocked() {
    if (!isTakenBack || !hasEnded()) {
      return List.of();
    }
    var moot = List.copyOf(open.values());
    open.clear();
    return moot;
  }

  /** Ends the request with both {@link #end} and {@link #takenBack}. */
  public void finish(Consumer<R> answer) {
    end(answer);
    takenBack();
  }

  /** Withdraws questions; the client may have seen them, and its answers are ignored. */
  public void withdraw(Predicate<? super Question> chosen) {
    var withdrawn = new ArrayList<Question>();
    String vacated;
    lock.lock();
    try {
      open.values().removeIf(question -> chosen.test(question) && withdrawn.add(question));
      vacated = vacateLocked();
    } finally {
      lock.unlock();
    }
    inputs.release(vacated);
    withdrawn.forEach(Question::withdrawn);
  }

  private void expire(String name) {
    boolean goesOn;
    lock.lock();
    try {
      if (!(state instanceof State.Parked<R> parked) || !parked.name().equals(name)) {
        return;
      }
      goesOn = isHandedOver;
      isHandedOver = false;
      state = goesOn ? new State.HandedOff<>() : new State.Over<>();
    } finally {
      lock.unlock();
    }
    inputs.take(name);
    if (goesOn) {
      lapse();
    } else {
      rounds.deserted();
    }
  }
}
