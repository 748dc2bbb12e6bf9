package dev.belay.mcp.input;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.util.ArrayList;
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
 * One request that runs, between what asks its client and the message that waits for it now.
 *
 * <p>Each message of the client begins a round (MCP 2026-07-28 §mrtr). The round ends with the
 * request's answer, or with all open questions; then the request is parked among {@link
 * PendingInputs} until the client sends the next message, with answers. It is parked under another
 * name each time, so that each state is good for one round.
 *
 * <p>Concurrency: {@code lock} guards the fields marked so; nothing is told under it.
 *
 * @param <R> a message of the client that waits
 */
public final class PendingInput<R> {
  private static final int MOST_OPEN = 64;
  private static final String OVER = "The request that this belonged to is over.";

  /** Something to be asked. It is answered, refused or withdrawn, once; none of these may block. */
  public interface Question {
    /**
     * {@return the name of its answer, which a client may know before it is asked; null for a name
     * that is made up}
     */
    default @Nullable String key() {
      return null;
    }

    /** {@return what is asked for: {@code elicitation/create}…} */
    String method();

    /** {@return the params as they were written; null if there are none} */
    byte @Nullable [] params();

    /** The client has answered: the result, one JSON object. */
    void answered(byte[] result);

    /** There will be no answer. */
    void refused(String why);

    /** No answer is wanted any more. */
    default void withdrawn() {}
  }

  /** What a client has brought in one message. */
  @FunctionalInterface
  public interface Answers {
    /** None. */
    Answers NONE = _ -> null;

    /** {@return the result that answers the question of that name; null if there is none} */
    byte @Nullable [] of(String key);
  }

  /** What follows for one request. Nothing here may block. */
  public interface Rounds<R> {
    /** It may be about to be kept; {@link #taken} follows in any case. */
    default void kept() {}

    /**
     * A round ends with questions, and the request is kept until {@link #taken}; its client is to
     * come back with a state that has the name.
     */
    void ask(R round, String name, Map<String, Question> open);

    /** It is kept no more: a round waits again, or it is over. */
    default void taken() {}

    /** The client has not come back in time: it has left. */
    void deserted();
  }

  private sealed interface State<R> {
    record Waiting<R>(R round) implements State<R> {}

    /**
     * Between two rounds.
     *
     * @param answer the request's, for the next round; null while it runs
     */
    record Parked<R>(String name, @Nullable Consumer<R> answer) implements State<R> {}

    record Over<R>() implements State<R> {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final PendingInputs<R> inputs;
  private final String principal;
  private final Rounds<R> rounds;
  private final R first;

  /** Written under the lock. */
  private volatile State<R> state;

  /** Once the request has ended: what is refused when its server knows. */
  @GuardedBy("lock") private final Map<String, Question> open = new LinkedHashMap<>();

  /** What the round that waits has brought. */
  @GuardedBy("lock") private Answers brought;

  /** The names whose answers this round have had a question. */
  @GuardedBy("lock") private Set<String> used = Set.of();

  @GuardedBy("lock") private int asked;

  /** Ends the round, or the wait for the next. */
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

  /** {@return the message that waits now; null if none does} */
  public @Nullable R waiting() {
    return state instanceof State.Waiting<R>(R round) ? round : null;
  }

  /** {@return whether the client has been handed questions, and has not come back} */
  public boolean isParked() {
    return state instanceof State.Parked<R>;
  }

  /** Asks the client, by the end of this round or of the next. */
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

  /** {@return what tells the question its end; null if it is open from now on} */
  @GuardedBy("lock") private @Nullable Runnable putLocked(Question question) {
    if (hasEnded()) {
      return () -> question.refused(OVER);
    }
    var given = question.key();
    var early = given == null ? null : answerLocked(given);
    if (early != null) {
      return () -> question.answered(early);
    }
    var key = given == null ? "q" + ++asked : given;
    if (open.size() >= MOST_OPEN || open.putIfAbsent(key, question) != null) {
      return () ->
          question.refused("Too many questions of one request are open, or two of a name.");
    }
    return null;
  }

  private boolean hasEnded() {
    return switch (state) {
      case State.Waiting<R> _ -> false;
      case State.Parked<R> parked -> parked.answer() != null;
      case State.Over<R> _ -> true;
    };
  }

  /** Each answer of a round is good for one question. */
  @GuardedBy("lock") private byte @Nullable [] answerLocked(String key) {
    var answer = used.contains(key) ? null : brought.of(key);
    if (answer != null) {
      used = used.isEmpty() ? new HashSet<>() : used;
      used.add(key);
    }
    return answer;
  }

  /**
   * {@return whether the round is to end at once; else it ends when the questions have gathered}
   */
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

  /** Hands what is open to the message that waits. */
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

  /** Begins the next round; false if the name is none that it is parked under. */
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
      if (answer != null) {
        state = new State.Over<>();
      } else {
        state = new State.Waiting<>(next);
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
   * The request has ended, and {@code answer} tells it to the message that waits, or to the next if
   * answers are kept; later calls do nothing. What is open stays so until {@link #takenBack}.
   */
  public void end(Consumer<R> answer) {
    end(answer, inputs.keepsAnswers());
  }

  /**
   * The client has left, and comes back for no answer: also where questions are just on their way
   * to it. {@code last} ends the message that waits.
   */
  public void leave(Consumer<R> last) {
    end(last, /* keeps= */ false);
  }

  private void end(Consumer<R> answer, boolean keeps) {
    R round = null;
    String parkedAs = null;
    List<Question> moot;
    lock.lock();
    try {
      switch (state) {
        case State.Waiting<R>(R now) -> {
          round = now;
          state = new State.Over<>();
          rearmLocked(null);
        }
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
      moot = mootLocked();
    } finally {
      lock.unlock();
    }
    if (parkedAs != null) {
      inputs.take(parkedAs);
    }
    moot.forEach(question -> question.refused(OVER));
    if (round != null) {
      answer.accept(round);
    }
  }

  /**
   * What asks knows that the request is over: only now is it refused what it asked, or it would go
   * on with the request as if the client had declined.
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

  /** Of the two, the end and the word that it is known, the later refuses. */
  @GuardedBy("lock") private List<Question> mootLocked() {
    if (!isTakenBack || !hasEnded()) {
      return List.of();
    }
    var moot = List.copyOf(open.values());
    open.clear();
    return moot;
  }

  /** Ends it for all at once: {@link #end} and {@link #takenBack}. */
  public void finish(Consumer<R> answer) {
    end(answer);
    takenBack();
  }

  /** Takes back questions; the client may have heard of them, and its answers are ignored. */
  public void withdraw(Predicate<? super Question> chosen) {
    var withdrawn = new ArrayList<Question>();
    lock.lock();
    try {
      open.values().removeIf(question -> chosen.test(question) && withdrawn.add(question));
    } finally {
      lock.unlock();
    }
    withdrawn.forEach(Question::withdrawn);
  }

  private void expire(String name) {
    lock.lock();
    try {
      if (!(state instanceof State.Parked<R> parked) || !parked.name().equals(name)) {
        return;
      }
      state = new State.Over<>();
    } finally {
      lock.unlock();
    }
    inputs.take(name);
    rounds.deserted();
  }
}
