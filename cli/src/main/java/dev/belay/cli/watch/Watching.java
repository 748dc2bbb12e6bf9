package dev.belay.cli.watch;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.Lookout.Seen;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code belay watch} on a terminal: draws the screen and handles keys until q, Ctrl-C or
 * TERM.
 *
 * <p>Concurrency: one thread draws, reads keys and restores the screen; a signal only tells it to
 * stop.
 */
public final class Watching {
  /** How long to wait for a key before redrawing the screen. */
  private static final long TURN_MILLIS = 200;

  private final RunningGateway gateway;
  private final Terminal terminal;
  private Choice choice = Choice.NONE;
  private String note = "";
  private boolean asking;
  private volatile boolean stopped;

  private Watching(RunningGateway gateway, Terminal terminal) {
    this.gateway = gateway;
    this.terminal = terminal;
  }

  /** A key's meaning, independent of the terminal. */
  private enum Key {
    UP,
    DOWN,
    CANCEL,
    YES,
    QUIT,
    OTHER
  }

  /**
   * Watches until a key or a signal ends it.
   *
   * @param onStop takes what the first INT or TERM runs
   * @return false if there is no suitable terminal
   */
  public static boolean run(RunningGateway gateway, Consumer<Runnable> onStop)
      throws IOException, InterruptedException {
    // Without native signals, whose handlers would replace the one of onStop.
    var builder = TerminalBuilder.builder().system(true).dumb(true).nativeSignals(false);
    try (var terminal = builder.build()) {
      if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
        return false;
      }
      var watching = new Watching(gateway, terminal);
      onStop.accept(() -> watching.stopped = true);
      watching.onWholeScreen();
      return true;
    }
  }

  /** Watches on the terminal until a key ends it, and leaves the terminal open. */
  public static void on(Terminal terminal, RunningGateway gateway) throws InterruptedException {
    new Watching(gateway, terminal).onWholeScreen();
  }

  private void onWholeScreen() throws InterruptedException {
    Attributes before = terminal.enterRawMode();
    // As a signal, a second Ctrl-C would end the process before the screen is restored.
    var raw = terminal.getAttributes();
    raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
    terminal.setAttributes(raw);
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.cursor_invisible);
    try (var lookout = new Lookout(gateway, Time.system()).begin()) {
      loop(lookout);
    } finally {
      terminal.puts(Capability.cursor_visible);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
      terminal.setAttributes(before);
    }
  }

  private void loop(Lookout lookout) throws InterruptedException {
    var display = new Display(terminal, /* fullscreen= */ true);
    var keys = keys();
    var reader = new BindingReader(terminal.reader());
    for (boolean on = true; on && !stopped; ) {
      draw(display, lookout.seen());
      // Null if no key was pressed within the wait.
      if (reader.peekCharacter(TURN_MILLIS) != NonBlockingReader.READ_EXPIRED) {
        on = pressed(reader.readBinding(keys), lookout);
      }
    }
  }

  private void draw(Display display, Seen seen) {
    var size = terminal.getSize();
    display.resize(size.getRows(), size.getColumns());
    choice = choice.among(seen.calls());
    asking &= choice.id() != null;
    var screen = new Screen(seen, choice.id(), note, asking);
    display.update(screen.lines(size.getColumns(), size.getRows()), /* targetCursorPos= */ 0);
  }

  private KeyMap<Key> keys() {
    var keys = new KeyMap<Key>();
    keys.setNomatch(Key.OTHER);
    keys.setUnicode(Key.OTHER);
    keys.bind(Key.UP, KeyMap.key(terminal, Capability.key_up), "\u001b[A", "k");
    keys.bind(Key.DOWN, KeyMap.key(terminal, Capability.key_down), "\u001b[B", "j");
    keys.bind(Key.CANCEL, "c", "x");
    keys.bind(Key.YES, "y", "Y");
    // Without ISIG, Ctrl-C is an ordinary key.
    keys.bind(Key.QUIT, "q", "Q", KeyMap.ctrl('C'), KeyMap.ctrl('D'));
    return keys;
  }

  /** Handles a key; returns false to stop. */
  private boolean pressed(@Nullable Key key, Lookout lookout) throws InterruptedException {
    if (key == null) {
      return false; // the terminal is gone
    }
    boolean asked = asking;
    asking = false;
    switch (key) {
      case UP -> choice = choice.moved(lookout.seen().calls(), -1);
      case DOWN -> choice = choice.moved(lookout.seen().calls(), 1);
      case CANCEL -> ask();
      case YES -> {
        if (asked) {
          cancel();
        }
      }
      case QUIT -> {
        return false;
      }
      case OTHER -> note = "";
    }
    return true;
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
