package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The last time of a link that takes no new calls: those it has go on to their own ends and limits,
 * and then it is ended (C34).
 *
 * <p>One that did not obey is asked for a sign of life every {@link #TICK}. If it gives none for
 * {@link #SILENCE}, neither to that nor to its calls, it is ended with them. Silence is counted in
 * questions: a stall of Belay, in which nobody asked, is none. Other requests, which have no
 * limits, are waited for as long after the last call.
 *
 * <p>Concurrency: one tick runs at a time, and arms the next.
 */
final class Retirement {
  static final Duration TICK = Duration.ofSeconds(5);
  static final Duration SILENCE = Duration.ofSeconds(30);
  private static final int MOST_TICKS = (int) SILENCE.dividedBy(TICK);

  private final Upstream upstream;
  private final ServerLink link;
  private final Reason reason;
  private final String why;
  private final Consumer<Retirement> onEnd;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicReference<Time.Timer> next = new AtomicReference<>(() -> {});
  private @Nullable OwnRequest probe;
  private int silent;
  private int idle;

  /** What a link retires for. */
  enum Reason {
    /** It went on with a call that was stopped, or showed no sign of life. */
    IGNORED_STOP,
    /** Its server speaks another era by now, which is no fault of the link. */
    OTHER_ERA
  }

  /**
   * Prepares the retirement of a link that is to take no new calls from now on.
   *
   * @param why a sentence for the calls that end with it
   * @param onEnd told once, as soon as nothing is waited for any more
   */
  Retirement(
      Upstream upstream, ServerLink link, Reason reason, String why, Consumer<Retirement> onEnd) {
    this.upstream = upstream;
    this.link = link;
    this.reason = reason;
    this.why = why;
    this.onEnd = onEnd;
    link.retire(why);
  }

  void begin() {
    var _ = link.takeSignOfLife();
    ask();
    arm();
    var _ = link.gone().thenAccept(_ -> over());
    link.onGoodCallsEnded(this::callsEnded);
  }

  private void callsEnded() {
    if (link.askers().isEmpty()) {
      end(why);
    }
  }

  private void tick() {
    silent = link.takeSignOfLife() || reason == Reason.OTHER_ERA ? 0 : silent + 1;
    boolean hasCalls = link.goodCalls().get() > 0;
    idle = hasCalls ? 0 : idle + 1;
    if (!hasCalls && (link.askers().isEmpty() || idle > MOST_TICKS)) {
      end(why);
    } else if (silent >= MOST_TICKS) {
      endWithCalls(
          "It then answered neither pings nor calls for "
              + SILENCE.toSeconds()
              + "s and was ended with them.");
    } else {
      ask();
      arm();
    }
  }

  private void ask() {
    var asked = probe;
    if (reason == Reason.IGNORED_STOP && (asked == null || asked.done().isDone())) {
      probe = link.probe();
    }
  }

  private void arm() {
    next.set(link.time().after(TICK, this::tick));
    if (ended.get()) {
      // The other party: its end, which may have closed the last timer just before.
      next.get().close();
    }
  }

  /** {@return whose calls it still has} */
  Set<String> principals() {
    return link.ownership().principals();
  }

  /** Ends it before its calls have ended, and says so. */
  void endWithCalls(String reason) {
    var text = why + " " + reason;
    if (end(text)) {
      upstream.server().report().say(text);
    }
  }

  private boolean end(String text) {
    if (!over()) {
      return false;
    }
    upstream.retire(link, new Loss(Loss.Kind.REPLACED, text), Grace.none());
    return true;
  }

  /** True for the one who ended it. */
  private boolean over() {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    next.get().close();
    onEnd.accept(this);
    return true;
  }
}
