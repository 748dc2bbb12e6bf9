package dev.belay.core.approval;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.End;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.approval.Approval.Vote;
import dev.belay.core.approval.ApprovalRule.Lasting;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one program that wait for people's decisions, the decisions, and those that hold for
 * further calls (S3-14, C18, C40).
 *
 * <p>Whether a call was allowed, refused, too late or withdrawn is decided under one lock: a
 * decision that is confirmed takes effect, and one decision runs one call. Everything kept is
 * bounded. Safe for use by many threads.
 *
 * <p>Longer than other files: what waits, what is over and what holds for further calls change
 * together, under that lock.
 *
 * <p>Concurrency: {@code lock} guards all fields, and is never held while anybody is told.
 */
public final class Approvals {
  /** The name of the gate at which calls wait. */
  public static final String GATE = "approval";

  /** How long after its expiry an approval can still be given, to the next call like it. */
  public static final Duration LATE = Duration.ofMinutes(10);

  /** How long a decision for a session holds at most. */
  static final Duration SESSION = Duration.ofHours(8);

  /** The same where a caller has no session. */
  static final Duration NO_SESSION = Duration.ofHours(1);

  /** How long a refusal for further calls holds. */
  static final Duration REFUSAL = Duration.ofMinutes(10);

  static final int MOST_OPEN = 1_000;
  static final int MOST_OF_ONE = 100;
  static final long MOST_CHARACTERS = 32L << 20;
  static final int MOST_OVER = 200;
  static final int MOST_RULES = 10_000;

  /** The digits at the end of a call's id, and how many of them name a rule that is stored. */
  private static final int CALL_DIGITS = 32;

  private static final int LASTING_DIGITS = 12;

  /** Added where a time is told in whole seconds, so that none is too short. */
  private static final Duration ALMOST_A_SECOND = Duration.ofSeconds(1).minusNanos(1);

  private static final String BY_RULE = "so for further calls like it";

  private static final String EXPIRED =
      "Command timed out waiting for approval. Consider approving faster or configuring a longer"
          + " timeout.";

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final Consumer<Approval> observer;
  private final IntSupplier promptsPerMinute;

  @GuardedBy("lock") private final PromptRate prompts = new PromptRate();

  @GuardedBy("lock") private final Map<CallId, Waiting> open = new LinkedHashMap<>();

  /** The newest ones that are over, the oldest first. */
  @GuardedBy("lock") private final Map<CallId, Approval> over = new LinkedHashMap<>();

  @GuardedBy("lock") private final Map<String, ApprovalRule> rules = new LinkedHashMap<>();

  /** Those that hold no longer, and may still be in the store. */
  @GuardedBy("lock") private final Map<String, ApprovalRule> leaving = new LinkedHashMap<>();

  /** Null where nothing is stored. */
  private final @Nullable KeptRules kept;

  @GuardedBy("lock") private final AllowedCalls allowed = new AllowedCalls();

  /** The characters of the arguments in {@link #open} and {@link #over}. */
  @GuardedBy("lock") private long held;

  @GuardedBy("lock") private long made;

  @GuardedBy("lock") private final Map<End, Long> ended = new EnumMap<>(End.class);

  @GuardedBy("lock") private long asked;

  @GuardedBy("lock") private long ruled;

  @GuardedBy("lock") private long withoutRoom;

  @GuardedBy("lock") private long beyondRate;

  /**
   * The client of a call that waits. Never blocks, except where it says so.
   *
   * <p>Called without a lock, on the call's own thread.
   */
  public interface Requester {
    /** A client that is told nothing. */
    Requester NONE = new Requester() {};

    /** The wait begins. */
    default void asked(Approval approval) {}

    /** The wait is over. May block for a moment, in which the client hears that. */
    default void over(Approval approval) {}

    /**
     * {@return whether the call is a job, after it was made one if its client takes that for an
     * answer}
     *
     * <p>May block for a while.
     */
    default boolean becomesJob(CallId call) {
      return false;
    }
  }

  /**
   * How many calls people were asked about since the start.
   *
   * @param open those that wait
   * @param asked all of them
   * @param ended those that wait no longer, by how that ended; a late grant counts beside the
   *     expiry
   * @param ruled calls on which an earlier decision held
   * @param withoutRoom calls that were refused since too many waited
   * @param beyondRate calls that were refused since people were asked too often
   */
  public record Figures(
      long open, long asked, Map<End, Long> ended, long ruled, long withoutRoom, long beyondRate) {
    /** Copies the map. */
    public Figures {
      ended = Map.copyOf(ended);
    }
  }

  /** What became of a decision. */
  public sealed interface Result {
    /** It counts: the call goes on or is refused, or waits for one more person. */
    record Taken(Approval approval) implements Result {}

    /** Nobody can decide any more. */
    record TooLate(Approval approval) implements Result {}

    /**
     * It does not count.
     *
     * @param why for whoever decided, as a sentence
     */
    record NotTaken(Approval approval, String why) implements Result {}

    /** There is no such approval, or it is forgotten. */
    record Unknown() implements Result {}
  }

  /** What becomes of a call at its gate. */
  private sealed interface Entry {
    /** A rule decides on it. */
    record Ruled(ApprovalRule rule) implements Entry {}
  }

  /** A call at its gate. */
  private static final class Waiting implements Entry {
    final CompletableFuture<Boolean> over = new CompletableFuture<>();
    final Approval first;

    /** Guarded by the lock of the approvals. */
    Approval now;

    /** Guarded likewise: a reading of the clock. */
    long due;

    /** Guarded likewise: whether a decision can hold for no further call of the session. */
    boolean hasLostSession;

    /** Guarded likewise: whether another program stands behind the server's name by now. */
    boolean hasLostServer;

    Waiting(Approval first, long due) {
      this.first = first;
      now = first;
      this.due = due;
    }
  }

  /** Starts with nobody waiting, and without a bound on the prompts of one principal a minute. */
  public Approvals(Time time, Consumer<Approval> observer) {
    this(time, observer, () -> Integer.MAX_VALUE);
  }

  /**
   * Starts with nobody waiting, and keeps everything in memory.
   *
   * @param observer is told of each approval as it is asked for, at each vote and once it is over;
   *     must not block
   * @param promptsPerMinute for how many calls of one principal people are asked within a minute,
   *     at each moment
   */
  public Approvals(Time time, Consumer<Approval> observer, IntSupplier promptsPerMinute) {
    this.time = time;
    this.observer = observer;
    this.promptsPerMinute = promptsPerMinute;
    kept = null;
  }

  /**
   * Starts with nobody waiting. Decisions that hold for a time are stored, and loaded before the
   * first call is asked about.
   *
   * @param observer as above
   * @param promptsPerMinute as above
   * @param threads makes the thread that uses the store while there is something to do
   * @param report is told of a store that fails
   */
  public Approvals(
      Time time,
      Consumer<Approval> observer,
      IntSupplier promptsPerMinute,
      RuleStore store,
      ThreadFactory threads,
      Consumer<String> report) {
    this.time = time;
    this.observer = observer;
    this.promptsPerMinute = promptsPerMinute;
    kept = new KeptRules(store, new Memory(this), threads, time, report);
  }

  private record Memory(Approvals of) implements KeptRules.Memory {
    @Override
    public @Nullable ApprovalRule find(String id) {
      of.lock.lock();
      try {
        return of.rules.get(id);
      } finally {
        of.lock.unlock();
      }
    }

    @Override
    public void stored(String id) {
      of.lock.lock();
      try {
        of.rules.computeIfPresent(id, (_, rule) -> rule.stored());
      } finally {
        of.lock.unlock();
      }
    }

    @Override
    public void removed(String id) {
      of.lock.lock();
      try {
        of.leaving.remove(id);
      } finally {
        of.lock.unlock();
      }
    }

    @Override
    public void loaded(List<ApprovalRule> earlier) {
      of.lock.lock();
      try {
        for (var rule : earlier) {
          if (!of.leaving.containsKey(rule.id()) && !of.rules.containsKey(rule.id())) {
            of.putLocked(rule);
          }
        }
      } finally {
        of.lock.unlock();
      }
    }
  }

  /** {@return the gate of a call that runs only if people allow it} */
  public Gate gate(Asked asked, Terms terms, Requester requester) {
    return new ApprovalGate(this, asked, terms, requester);
  }

  private record ApprovalGate(Approvals of, Asked asked, Terms terms, Requester requester)
      implements Gate {
    @Override
    public String name() {
      return GATE;
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
      return switch (of.entry(call, asked, terms)) {
        case Entry.Ruled(var rule) -> byRule(call, rule);
        case Waiting waiting -> waited(call, waiting);
      };
    }

    private Pass byRule(CallInfo call, ApprovalRule rule) throws RefusedException {
      of.observer.accept(of.byRule(call, asked, terms, rule));
      if (rule.isAllowed()) {
        return Pass.FREE;
      }
      throw new RefusedException(denied(rule.by(), BY_RULE));
    }

    private Pass waited(CallInfo call, Waiting waiting)
        throws InterruptedException, RefusedException {
      try {
        of.observer.accept(waiting.first);
        // A decision may have come as soon as the call was listed.
        if (of.now(waiting).isOpen()) {
          requester.asked(waiting.first);
        }
        of.await(waiting, call.id(), requester);
      } finally {
        // Only a wait that was interrupted, or has failed, is not over here.
        of.end(waiting, End.WITHDRAWN, "The call ended first.");
        requester.over(of.now(waiting));
      }
      return of.pass(waiting);
    }
  }

  /** {@return the text for a model whose call a person refused} */
  private static String denied(String by, String reason) {
    return "[DENIED] A person did not allow this call ("
        + (reason.isEmpty() ? by : by + ": " + reason)
        + "). It did not run. Do not repeat it; ask what to do instead.";
  }

  private static String expired(Approval approval) {
    return EXPIRED
        + " It did not run."
        + (approval.terms().canBeLate()
            ? " It can still be allowed for "
                + LATE.toMinutes()
                + " minutes (belay approvals approve "
                + approval.id()
                + "); then make the same call again."
            : "");
  }

  private Approval byRule(CallInfo call, Asked asked, Terms terms, ApprovalRule rule) {
    var at = time.wall();
    return new Approval(call, asked, terms, at, at, List.of(), ruled(rule));
  }

  /**
   * Finds a rule for a call, or else lists it, at one moment: each decision finds one or the other.
   */
  private Entry entry(CallInfo call, Asked asked, Terms terms)
      throws InterruptedException, RefusedException {
    load();
    int perMinute = promptsPerMinute.getAsInt();
    lock.lock();
    try {
      var rule = matchLocked(call, asked, terms);
      return rule == null ? beginLocked(call, asked, terms, perMinute) : new Entry.Ruled(rule);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private @Nullable ApprovalRule matchLocked(CallInfo call, Asked asked, Terms terms) {
    var now = time.wall();
    rules.values().removeIf(rule -> !rule.until().isAfter(now));
    allowed.forget(time.nanos());
    ApprovalRule found = null;
    for (var rule : rules.values()) {
      // A no wins over every yes.
      if ((found == null || !rule.isAllowed()) && holds(rule, call, asked, terms)) {
        found = rule;
      }
    }
    if (found != null) {
      ruled++;
      if (found.isSingle()) {
        rules.remove(found.id());
      } else {
        rules.put(found.id(), found.usedOnce());
      }
    }
    return found;
  }

  /** A yes is that of one person, who may not have seen a form. */
  private static boolean holds(ApprovalRule rule, CallInfo call, Asked asked, Terms terms) {
    boolean suffices =
        !rule.isAllowed()
            || (terms.approvers() == 1
                && (terms.takesForms() || !rule.via().equals(Decision.CLIENT)));
    return suffices && rule.isAbout(call.caller(), asked);
  }

  @GuardedBy("lock") private Waiting beginLocked(CallInfo call, Asked asked, Terms terms, int perMinute)
      throws RefusedException {
    var at = time.wall();
    var approval =
        new Approval(call, asked, terms, at, at.plus(terms.limit()), List.of(), new State.Open());
    long now = time.nanos();
    var principal = call.caller().principal();
    long own =
        open.values().stream()
            .filter(one -> one.now.call().caller().principal().equals(principal))
            .count();
    makeRoomLocked(asked.arguments().length());
    long ownCharacters =
        open.values().stream()
            .filter(one -> one.now.call().caller().principal().equals(principal))
            .mapToLong(one -> one.now.asked().arguments().length())
            .sum();
    if (open.size() >= MOST_OPEN
        || own >= MOST_OF_ONE
        || ownCharacters + asked.arguments().length() > MOST_CHARACTERS / 2
        || held + asked.arguments().length() > MOST_CHARACTERS) {
      withoutRoom++;
      throw new RefusedException(
          "[DENIED] Too many calls wait for approval. It did not run. Call again once some are"
              + " decided.");
    }
    var pause = prompts.count(principal, perMinute, now);
    if (pause.isPositive()) {
      beyondRate++;
      throw new RefusedException(
          "[DENIED] People are asked too often: at most "
              + perMinute
              + " calls of one caller wait for approval within a minute. It did not run. Call"
              + " again in "
              + pause.plus(ALMOST_A_SECOND).toSeconds()
              + " s.");
    }
    this.asked++;
    held += asked.arguments().length();
    var waiting = new Waiting(approval, now + terms.limit().toNanos());
    open.put(call.id(), waiting);
    return waiting;
  }

  /** What is over gives way to what waits. */
  @GuardedBy("lock") private void makeRoomLocked(int characters) {
    var oldest = over.values().iterator();
    while (oldest.hasNext() && (over.size() >= MOST_OVER || held + characters > MOST_CHARACTERS)) {
      held -= oldest.next().asked().arguments().length();
      oldest.remove();
    }
  }

  private void await(Waiting waiting, CallId id, Requester requester) throws InterruptedException {
    if (awaitUntilDue(waiting)) {
      return;
    }
    if (requester.becomesJob(id)) {
      extend(waiting);
      if (awaitUntilDue(waiting)) {
        return;
      }
    }
    // Races with a decision, which stands if it came first.
    end(waiting, End.EXPIRED, "");
  }

  private boolean awaitUntilDue(Waiting waiting) throws InterruptedException {
    return time.await(waiting.over, Duration.ofNanos(Math.max(0, due(waiting) - time.nanos())));
  }

  private long due(Waiting waiting) {
    lock.lock();
    try {
      return waiting.due;
    } finally {
      lock.unlock();
    }
  }

  private void extend(Waiting waiting) {
    lock.lock();
    try {
      var now = waiting.now;
      var longer = now.terms().asJob().minus(now.terms().limit());
      if (!now.isOpen() || longer.isNegative()) {
        return;
      }
      waiting.due += longer.toNanos();
      waiting.now =
          new Approval(
              now.call(),
              now.asked(),
              now.terms(),
              now.askedAt(),
              now.expiresAt().plus(longer),
              now.votes(),
              now.state());
    } finally {
      lock.unlock();
    }
  }

  private Approval now(Waiting waiting) {
    lock.lock();
    try {
      return waiting.now;
    } finally {
      lock.unlock();
    }
  }

  private Gate.Pass pass(Waiting waiting) throws RefusedException {
    var approval = now(waiting);
    if (!(approval.state() instanceof State.Over over)) {
      throw new IllegalStateException("the wait is over");
    }
    return switch (over.how()) {
      case ALLOWED -> Gate.Pass.FREE;
      case DENIED -> throw new RefusedException(denied(over.by(), over.reason()));
      case EXPIRED, GRANTED_LATE -> throw new RefusedException(expired(approval));
      case WITHDRAWN -> throw new RefusedException("[DENIED] " + over.reason());
    };
  }

  /** Ends the wait, unless it is over. */
  private void end(Waiting waiting, End how, String reason) {
    Approval told;
    lock.lock();
    try {
      if (!waiting.now.isOpen()) {
        return;
      }
      told = endLocked(waiting, new State.Over(how, time.wall(), "", "", reason));
    } finally {
      lock.unlock();
    }
    waiting.over.complete(true);
    observer.accept(told);
  }

  @GuardedBy("lock") private Approval endLocked(Waiting waiting, State.Over state) {
    held -= waiting.now.asked().arguments().length();
    var ended = in(waiting.now.briefly(), waiting.now.votes(), state);
    waiting.now = ended;
    open.remove(ended.id());
    countLocked(state.how());
    makeRoomLocked(ended.asked().arguments().length());
    held += ended.asked().arguments().length();
    over.put(ended.id(), ended);
    return ended;
  }

  private static Approval in(Approval now, List<Vote> votes, State state) {
    return new Approval(
        now.call(), now.asked(), now.terms(), now.askedAt(), now.expiresAt(), votes, state);
  }

  /** Takes a person's decision. The caller has checked that the person may decide. */
  public Result decide(CallId id, Decision decision) {
    Result result;
    var ended = new ArrayList<Waiting>();
    List<String> unstored = List.of();
    lock.lock();
    try {
      var waiting = open.get(id);
      if (waiting == null) {
        result = lateLocked(over.get(id), decision);
      } else {
        result = decideLocked(waiting, decision, ended);
      }
      if (result instanceof Result.Taken) {
        unstored = new ArrayList<>(leaving.keySet());
        if (decision.holds() != null) {
          unstored.add(lastingId(id));
        }
      }
    } finally {
      lock.unlock();
    }
    ended.forEach(waiting -> waiting.over.complete(true));
    if (kept != null) {
      unstored.forEach(kept::settle);
    }
    if (result instanceof Result.Taken(Approval approval)) {
      observer.accept(approval);
    }
    // Those that it is about as well.
    ended.stream().skip(1).map(this::now).forEach(observer);
    return result;
  }

  /**
   * Decides on a call, and on those that wait already where the decision holds for them too.
   *
   * @param ended takes those whose wait is over: the call itself first
   */
  @GuardedBy("lock") private Result decideLocked(Waiting waiting, Decision decision, List<Waiting> ended) {
    var now = waiting.now;
    var wider = widerThanOffered(now, decision);
    if (wider != null) {
      return new Result.NotTaken(now, wider);
    }
    boolean isForThisAlone =
        waiting.hasLostServer || (waiting.hasLostSession && decision.holds() == null);
    if (!decision.isAllowed()) {
      var denied = endLocked(waiting, over(End.DENIED, decision));
      ended.add(waiting);
      if (!isForThisAlone) {
        rememberLocked(now, decision, REFUSAL, ended);
      }
      return new Result.Taken(denied);
    }
    if (isForThisAlone && decision.scope() != Decision.Scope.ONCE) {
      return new Result.NotTaken(
          now,
          waiting.hasLostServer
              ? "Another program is behind the server's name by now: allow this call alone."
              : "The session of the call has ended: allow this call alone, or for a time.");
    }
    if (now.votes().stream().anyMatch(vote -> vote.by().equals(decision.by()))) {
      return new Result.NotTaken(
          now, "You have allowed this call before; another person must allow it too.");
    }
    var votes = new ArrayList<>(now.votes());
    votes.add(new Vote(decision.by(), decision.via(), time.wall()));
    waiting.now = in(now, votes, now.state());
    if (votes.size() < now.terms().approvers()) {
      return new Result.Taken(waiting.now);
    }
    boolean hasSession = ApprovalRule.session(now.call().caller()) != null;
    allowed.put(now, votes.stream().map(Vote::by).toList(), time.wall(), time.nanos());
    var over = endLocked(waiting, over(End.ALLOWED, decision));
    ended.add(waiting);
    rememberLocked(now, decision, hasSession ? SESSION : NO_SESSION, ended);
    return new Result.Taken(over);
  }

  private State.Over over(End how, Decision decision) {
    return new State.Over(how, time.wall(), decision.by(), decision.via(), decision.reason());
  }

  private static @Nullable String widerThanOffered(Approval now, Decision decision) {
    if (!decision.isAllowed() || decision.scope() == Decision.Scope.ONCE) {
      return null;
    }
    if (now.terms().approvers() > 1) {
      return "A call that two people must allow is allowed once.";
    }
    if (now.asked().definition().isEmpty()) {
      return "No list has named the tool yet, so that a change of it could not be seen: the call is"
          + " allowed once.";
    }
    return decision.scope() == Decision.Scope.TOOL && now.asked().isDestructive()
        ? "The tool says that it may destroy something: it is allowed for these arguments at most."
        : null;
  }

  @GuardedBy("lock") private Result lateLocked(@Nullable Approval before, Decision decision) {
    if (before == null) {
      return new Result.Unknown();
    }
    boolean isGrant =
        decision.isAllowed()
            && before.terms().canBeLate()
            && before.state() instanceof State.Over(End how, Instant at, _, _, _)
            && how == End.EXPIRED
            && time.wall().isBefore(at.plus(LATE));
    if (!isGrant) {
      return new Result.TooLate(before);
    }
    if (decision.scope() != Decision.Scope.ONCE) {
      return new Result.NotTaken(
          before, "The call is over; what comes late is for the next equal call alone.");
    }
    putLocked(ruleLocked(before, decision, before.asked().digest(), LATE, /* isSingle= */ true));
    allowed.put(before, List.of(decision.by()), time.wall(), time.nanos());
    var granted = in(before, before.votes(), over(End.GRANTED_LATE, decision));
    over.put(before.id(), granted);
    countLocked(End.GRANTED_LATE);
    return new Result.Taken(granted);
  }

  @GuardedBy("lock") private void rememberLocked(
      Approval now, Decision decision, Duration usual, List<Waiting> ended) {
    var forHowLong = decision.holds() == null ? usual : decision.holds();
    switch (decision.scope()) {
      case ONCE -> {}
      case SAME ->
          followLocked(ruleLocked(now, decision, now.asked().digest(), forHowLong, false), ended);
      case TOOL -> followLocked(ruleLocked(now, decision, null, forHowLong, false), ended);
    }
  }

  /** Ends the wait of those that the rule is about, as if they came after it. */
  @GuardedBy("lock") private void followLocked(ApprovalRule made, List<Waiting> ended) {
    var followers =
        open.values().stream()
            .filter(one -> !one.hasLostServer && !(one.hasLostSession && made.session() != null))
            .filter(one -> holds(made, one.now.call(), one.now.asked(), one.now.terms()))
            .toList();
    var rule = made;
    for (var one : followers) {
      endLocked(one, ruled(rule));
      ruled++;
      rule = rule.usedOnce();
    }
    ended.addAll(followers);
    putLocked(rule);
  }

  private State.Over ruled(ApprovalRule rule) {
    var via = "rule " + rule.id();
    return rule.isAllowed()
        ? new State.Over(End.ALLOWED, time.wall(), rule.by(), via, "")
        : new State.Over(End.DENIED, time.wall(), rule.by(), via, BY_RULE);
  }

  @GuardedBy("lock") private ApprovalRule ruleLocked(
      Approval now,
      Decision decision,
      @Nullable String digest,
      Duration forHowLong,
      boolean isSingle) {
    var caller = now.call().caller();
    boolean isLasting = decision.holds() != null;
    var at = time.wall().truncatedTo(ChronoUnit.MILLIS);
    return new ApprovalRule(
        isLasting ? lastingId(now.id()) : Long.toString(++made),
        decision.isAllowed(),
        caller.principal(),
        // The next call may come in another turn or session.
        isSingle || isLasting ? null : ApprovalRule.session(caller),
        now.asked().server(),
        now.asked().tool(),
        digest,
        now.asked().definition(),
        decision.by(),
        decision.via(),
        at,
        at.plus(forHowLong),
        isLasting && kept != null ? Lasting.UNSTORED : Lasting.NOT,
        isSingle,
        0);
  }

  /** {@return the id of a rule that no rule of another program has: digits of the call's own} */
  private static String lastingId(CallId call) {
    var all = call.toString();
    return all.substring(all.length() - CALL_DIGITS, all.length() - CALL_DIGITS + LASTING_DIGITS);
  }

  @GuardedBy("lock") private void putLocked(ApprovalRule rule) {
    if (rules.size() >= MOST_RULES) {
      rules.values().stream()
          .min(Comparator.comparing(ApprovalRule::until))
          .ifPresent(first -> removeLocked(first.id()));
    }
    rules.put(rule.id(), rule);
  }

  @GuardedBy("lock") private @Nullable ApprovalRule removeLocked(String id) {
    var removed = rules.remove(id);
    if (removed != null && removed.lasting() != Lasting.NOT) {
      if (leaving.size() >= MOST_RULES) {
        leaving.remove(leaving.keySet().iterator().next());
      }
      leaving.put(id, removed);
    }
    return removed;
  }

  /**
   * Ends the decisions that hold in that session of a principal, which has ended. Never blocks.
   *
   * @param session its name; those of its parts follow it and a slash
   */
  public void sessionEnded(String principal, String session) {
    var parts = session + "/";
    BiPredicate<String, @Nullable String> isOver =
        (whose, name) ->
            name != null
                && (name.equals(session) || name.startsWith(parts))
                && whose.equals(principal);
    lock.lock();
    try {
      rules.values().removeIf(rule -> isOver.test(rule.principal(), rule.session()));
      for (var waiting : open.values()) {
        var caller = waiting.first.call().caller();
        waiting.hasLostSession |= isOver.test(caller.principal(), ApprovalRule.session(caller));
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void countLocked(End how) {
    ended.merge(how, 1L, Long::sum);
  }

  /** {@return how many calls people were asked about} */
  public Figures figures() {
    lock.lock();
    try {
      return new Figures(open.size(), asked, ended, ruled, withoutRoom, beyondRate);
    } finally {
      lock.unlock();
    }
  }

  /** {@return those that wait, the oldest first} */
  public List<Approval> open() {
    lock.lock();
    try {
      return open.values().stream().map(waiting -> waiting.now).toList();
    } finally {
      lock.unlock();
    }
  }

  /** {@return those that are over and not yet forgotten, the oldest first} */
  public List<Approval> over() {
    lock.lock();
    try {
      return List.copyOf(over.values());
    } finally {
      lock.unlock();
    }
  }

  /** {@return the approval of that call; null if there is none, or it is forgotten} */
  public @Nullable Approval find(CallId id) {
    lock.lock();
    try {
      var waiting = open.get(id);
      return waiting == null ? over.get(id) : waiting.now;
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return the call of the same tool, in the same definition, by the same principal, that people
   * have allowed last; null if none is known}
   *
   * <p>Calls that a rule has allowed do not count, since they were not shown to anybody.
   */
  public @Nullable AllowedCall lastAllowed(Approval approval) {
    lock.lock();
    try {
      return allowed.find(approval, time.nanos());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Another program is behind the names of such servers. Calls of the one before that were allowed
   * are forgotten; those that wait are decided on alone, and none that has expired can be allowed
   * late. The caller revokes the rules.
   */
  public void serversReplaced(Predicate<String> servers) {
    lock.lock();
    try {
      allowed.forget(servers);
      open.values()
          .forEach(
              waiting -> waiting.hasLostServer |= servers.test(waiting.first.asked().server()));
      var ended = over.values().iterator();
      while (ended.hasNext()) {
        var one = ended.next();
        if (one.terms().canBeLate() && servers.test(one.asked().server())) {
          held -= one.asked().arguments().length();
          ended.remove();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has the decisions of earlier programs loaded, unless they are, and waits for that for a moment.
   * The first call that is asked about does the same.
   */
  public void load() throws InterruptedException {
    if (kept != null) {
      kept.load();
    }
  }

  /** {@return the decisions that hold for further calls, the oldest first} */
  public List<ApprovalRule> rules() {
    lock.lock();
    try {
      var now = time.wall();
      return rules.values().stream()
          .filter(rule -> rule.until().isAfter(now))
          .sorted(Comparator.comparing(ApprovalRule::at))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return the rule of that id, which may be one that was revoked and is not removed from the
   * store; null if there is none}
   */
  public @Nullable ApprovalRule rule(String id) {
    lock.lock();
    try {
      var rule = rules.get(id);
      return rule == null ? leaving.get(id) : rule;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the rule of a decision on that call that holds for a time; null if there is none} */
  public @Nullable ApprovalRule lasting(CallId call) {
    return rule(lastingId(call));
  }

  /**
   * {@return why the decision on that call, which holds for a time, ends with the program; empty if
   * it outlives it}
   *
   * <p>Waits for the store, but not for long.
   */
  public String whyNotStored(CallId call) throws InterruptedException {
    var id = lastingId(call);
    var rule = rule(id);
    if (kept == null) {
      return "Decisions are stored where jobs are, and jobs are in memory here.";
    }
    return rule == null || rule.lasting() == Lasting.STORED ? "" : kept.settled(id);
  }

  /**
   * {@return the rule that holds no longer from now on; null if there is none of that id}
   *
   * <p>{@link #whyNotRemoved} tells whether that outlives the program.
   */
  public @Nullable ApprovalRule revoke(String id) {
    ApprovalRule revoked;
    lock.lock();
    try {
      var removed = removeLocked(id);
      revoked = removed == null ? leaving.get(id) : removed;
    } finally {
      lock.unlock();
    }
    if (kept != null && revoked != null && revoked.lasting() != Lasting.NOT) {
      kept.settle(id);
    }
    return revoked;
  }

  /**
   * {@return why a rule that was revoked may hold again in the next program; empty if it does not}
   *
   * <p>Waits for the store, but not for long.
   */
  public String whyNotRemoved(String id) throws InterruptedException {
    boolean isLeaving;
    lock.lock();
    try {
      isLeaving = leaving.containsKey(id);
    } finally {
      lock.unlock();
    }
    return isLeaving && kept != null ? kept.settled(id) : "";
  }
}
