package dev.belay.cli.watch;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.WholeScreen.Press;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** Runs {@code belay watch} on a terminal: until q, Ctrl-C or TERM. For one thread. */
public final class Watching implements WholeScreen.Page {
  private static final int PAGE = 10;

  private final RunningGateway gateway;
  private final Lookout lookout;
  private final Poll poll;
  private Choice choice = Choice.NONE;
  private String note = "";
  private boolean asking;

  /** Whether the calls that ended are shown, and how many of them are above the screen. */
  private boolean showsEnded;

  private int top;

  /** The page in its place, on which the person decides; null for the calls. */
  private @Nullable Deciding deciding;

  private Watching(RunningGateway gateway, Lookout lookout, Poll poll) {
    this.gateway = gateway;
    this.lookout = lookout;
    this.poll = poll;
  }

  /**
   * Watches until a key or a signal ends it.
   *
   * @param onStop takes what the first INT, TERM or HUP runs
   * @param say takes, once the screen is restored, what became of a decision on its way
   * @return false if there is no suitable terminal
   */
  public static boolean run(RunningGateway gateway, Consumer<Runnable> onStop, Consumer<String> say)
      throws IOException, InterruptedException {
    var lookout = new Lookout(gateway, Time.system());
    try (var poll = Poll.begin(lookout, Time.system())) {
      var watching = new Watching(gateway, lookout, poll);
      boolean isTerminal = WholeScreen.run(watching, onStop);
      watching.leave(say);
      return isTerminal;
    }
  }

  /**
   * Watches on the terminal until a key ends it, and leaves the terminal open.
   *
   * @param say as above
   */
  public static void on(Terminal terminal, RunningGateway gateway, Consumer<String> say)
      throws InterruptedException {
    var lookout = new Lookout(gateway, Time.system());
    try (var poll = Poll.begin(lookout, Time.system())) {
      var watching = new Watching(gateway, lookout, poll);
      WholeScreen.on(terminal, watching);
      watching.leave(say);
    }
  }

  /** Leaves the page on which the person decides, if it is there. */
  private void leave(Consumer<String> say) throws InterruptedException {
    var page = deciding;
    deciding = null;
    if (page != null) {
      try (page) {
        page.end(say);
      }
    }
  }

  @Override
  public List<AttributedString> lines(int columns, int rows) {
    if (deciding != null) {
      return deciding.lines(columns, rows);
    }
    var seen = lookout.seen();
    if (showsEnded) {
      return new EndedScreen(seen, top).lines(columns, rows, Time.system().wall());
    }
    choice = choice.among(seen.calls());
    asking &= choice.id() != null;
    return new Screen(seen, choice.id(), note, asking).lines(columns, rows);
  }

  @Override
  public boolean rings() {
    return deciding != null && deciding.rings();
  }

  @Override
  public boolean pressed(Press press) throws InterruptedException {
    if (showsEnded) {
      return pressedAmongEnded(press);
    }
    return deciding == null ? pressedAmongCalls(press) : pressedIn(deciding, press);
  }

  private boolean pressedAmongEnded(Press press) {
    switch (press.key()) {
      case UP -> scroll(-1);
      case DOWN -> scroll(1);
      case PAGE_UP -> scroll(-PAGE);
      case PAGE_DOWN -> scroll(PAGE);
      case HOME -> top = 0;
      case END -> scroll(Integer.MAX_VALUE / 2);
      case ESCAPE -> showEnded(false);
      case INTERRUPT -> {
        return false;
      }
      case TEXT -> {
        switch (press.text()) {
          case "k" -> scroll(-1);
          case "j" -> scroll(1);
          case "h" -> showEnded(false);
          case "q", "Q" -> {
            return false;
          }
          default -> {}
        }
      }
      case ENTER, TAB, ERASE, OTHER -> {}
    }
    return true;
  }

  private void showEnded(boolean shown) {
    showsEnded = shown;
    top = 0;
    note = "";
    lookout.wantEnded(shown);
    poll.wake();
  }

  private void scroll(int by) {
    top = new EndedScreen(lookout.seen(), top).moved(by).top();
  }

  private boolean pressedIn(Deciding page, Press press) throws InterruptedException {
    boolean isBack = press.key() == WholeScreen.Key.ESCAPE && page.isList();
    if (!isBack && page.pressed(press)) {
      return true;
    }
    if (press.key() == WholeScreen.Key.INTERRUPT) {
      return false;
    }
    note = "";
    leave(said -> note = said);
    return true;
  }

  private boolean pressedAmongCalls(Press press) throws InterruptedException {
    boolean asked = asking;
    asking = false;
    switch (press.key()) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case INTERRUPT -> {
        return false;
      }
      case TEXT -> {
        return typed(press.text(), asked);
      }
      case PAGE_UP, PAGE_DOWN, HOME, END, ENTER, TAB, ERASE, ESCAPE, OTHER -> note = "";
    }
    return true;
  }

  private boolean typed(String text, boolean asked) throws InterruptedException {
    switch (text) {
      case "k" -> move(-1);
      case "j" -> move(1);
      case "c", "x" -> ask();
      case "a" -> deciding = Deciding.begin(gateway);
      case "h" -> showEnded(true);
      case "y", "Y" -> {
        if (asked) {
          cancel();
        }
      }
      case "q", "Q" -> {
        return false;
      }
      default -> note = "";
    }
    return true;
  }

  private void move(int by) {
    choice = choice.moved(lookout.seen().calls(), by);
  }

  private void ask() {
    asking = choice.id() != null;
    note = asking ? "" : "choose a call first";
  }

  private void cancel() throws InterruptedException {
    var id = choice.id();
    if (id == null) {
      return;
    }
    try {
      var cancelled = gateway.cancel(id, "from belay watch", "at_once");
      note = cancelled != null && cancelled.ended() ? "cancelled" : "it had ended already";
    } catch (GatewayTrouble e) {
      note = e.text();
    }
  }

  /** The selected call, kept by id since the list changes while a person looks at it. */
  record Choice(@Nullable String id) {
    static final Choice NONE = new Choice(null);

    /** {@return the choice moved by that many calls, within the bounds of the list} */
    Choice moved(List<RemoteCall> calls, int by) {
      if (calls.isEmpty()) {
        return NONE;
      }
      int at = index(calls);
      int next = at < 0 ? (by > 0 ? 0 : calls.size() - 1) : at + by;
      return new Choice(calls.get(Math.clamp(next, 0, calls.size() - 1)).id());
    }

    private int index(List<RemoteCall> calls) {
      for (int i = 0; i < calls.size(); i++) {
        if (calls.get(i).id().equals(id)) {
          return i;
        }
      }
      return -1;
    }

    /** {@return this choice, or none if its call has ended} */
    Choice among(List<RemoteCall> calls) {
      return index(calls) < 0 ? NONE : this;
    }
  }
}
