package dev.belay.cli.watch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * The whole screen of a terminal, while one page is shown on it.
 *
 * <p>Concurrency: one thread draws, reads keys and restores the screen; a signal only tells it to
 * stop.
 */
final class WholeScreen {
  /** How long to wait for a key before redrawing the screen. */
  private static final long TURN_MILLIS = 200;

  /** How long after a key one that was pasted with it comes at most. */
  private static final long PASTE_MILLIS = 10;

  /** How long after ESC the rest of a key's sequence may come. */
  private static final long SEQUENCE_MILLIS = 100;

  private static final int USUAL_ROWS = 24;
  private static final int USUAL_COLUMNS = 80;

  private final Terminal terminal;
  private final Page page;
  private volatile boolean stopped;
  private int shownRows;
  private int shownColumns;

  private WholeScreen(Terminal terminal, Page page) {
    this.terminal = terminal;
    this.page = page;
  }

  /** What is shown, and what keys do. For one thread. */
  interface Page {
    /** {@return {@code rows} lines of at most {@code columns} columns} */
    List<AttributedString> lines(int columns, int rows);

    /** {@return whether the bell rings now} */
    default boolean rings() {
      return false;
    }

    /** Handles a key; returns false to stop. */
    boolean pressed(Press press) throws InterruptedException;
  }

  /** A key's meaning, independent of the terminal. */
  enum Key {
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    ENTER,
    TAB,
    ERASE,
    ESCAPE,
    /** Ctrl-C or Ctrl-D, which are ordinary keys here. */
    INTERRUPT,
    /** A character. */
    TEXT,
    OTHER
  }

  /**
   * A key that was pressed.
   *
   * @param text the character of {@link Key#TEXT}; empty for any other key
   * @param isAhead whether it came before the screen could show the key before it, as in a paste
   */
  record Press(Key key, String text, boolean isAhead) {
    /** A key that was pressed by itself. */
    Press(Key key, String text) {
      this(key, text, /* isAhead= */ false);
    }

    /** {@return whether it is that character} */
    boolean is(String character) {
      return key == Key.TEXT && text.equals(character);
    }
  }

  /**
   * Shows a page until a key or a signal ends it.
   *
   * @param onStop takes what the first INT, TERM or HUP runs
   * @return false if there is no suitable terminal
   */
  static boolean run(Page page, Consumer<Runnable> onStop)
      throws IOException, InterruptedException {
    // Without native signals, whose handlers would replace the one of onStop.
    var builder = TerminalBuilder.builder().system(true).dumb(true).nativeSignals(false);
    try (var terminal = builder.build()) {
      if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
        return false;
      }
      var screen = new WholeScreen(terminal, page);
      onStop.accept(() -> screen.stopped = true);
      screen.show();
      return true;
    }
  }

  /** Shows a page on the terminal until a key ends it, and leaves the terminal open. */
  static void on(Terminal terminal, Page page) throws InterruptedException {
    new WholeScreen(terminal, page).show();
  }

  private void show() throws InterruptedException {
    Attributes before = terminal.enterRawMode();
    // As a signal, a second Ctrl-C would end the process before the screen is restored.
    var raw = terminal.getAttributes();
    raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
    terminal.setAttributes(raw);
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.cursor_invisible);
    try {
      loop();
    } finally {
      // What stands beyond the width that the screen had at the start would stay on some terminals.
      terminal.puts(Capability.clear_screen);
      terminal.puts(Capability.cursor_visible);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
      terminal.setAttributes(before);
    }
  }

  private void loop() throws InterruptedException {
    var display = new Display(terminal, /* fullscreen= */ true);
    var keys = keys();
    var reader = new BindingReader(terminal.reader());
    boolean isAhead = false;
    for (boolean on = true; on && !stopped; ) {
      draw(display);
      // Null if no key was pressed within the wait.
      if (reader.peekCharacter(TURN_MILLIS) != NonBlockingReader.READ_EXPIRED) {
        var key = reader.readBinding(keys);
        // Null if the terminal is gone.
        var text = key == Key.TEXT ? reader.getLastBinding() : "";
        on = key != null && page.pressed(new Press(key, text, isAhead));
        isAhead = on && reader.peekCharacter(PASTE_MILLIS) != NonBlockingReader.READ_EXPIRED;
      }
    }
  }

  private void draw(Display display) {
    var size = terminal.getSize();
    // A terminal that does not know its size says 0.
    int rows = size.getRows() == 0 ? USUAL_ROWS : size.getRows();
    int columns = size.getColumns() == 0 ? USUAL_COLUMNS : size.getColumns();
    if (rows != shownRows || columns != shownColumns) {
      // The terminal has moved the lines in its own way: all of it is drawn again.
      display.clear();
      shownRows = rows;
      shownColumns = columns;
    }
    display.resize(rows, columns);
    // The display keeps the list, and changes it where lines have moved.
    var lines = new ArrayList<>(page.lines(columns, rows));
    display.update(lines, /* targetCursorPos= */ 0);
    if (page.rings()) {
      terminal.puts(Capability.bell);
      terminal.flush();
    }
  }

  private KeyMap<Key> keys() {
    var keys = new KeyMap<Key>();
    keys.setAmbiguousTimeout(SEQUENCE_MILLIS);
    keys.setNomatch(Key.OTHER);
    keys.setUnicode(Key.TEXT);
    keys.bind(Key.TEXT, KeyMap.range(" -~"));
    keys.bind(Key.UP, KeyMap.key(terminal, Capability.key_up), "\u001b[A");
    keys.bind(Key.DOWN, KeyMap.key(terminal, Capability.key_down), "\u001b[B");
    keys.bind(Key.PAGE_UP, KeyMap.key(terminal, Capability.key_ppage), "\u001b[5~");
    keys.bind(Key.PAGE_DOWN, KeyMap.key(terminal, Capability.key_npage), "\u001b[6~");
    keys.bind(Key.HOME, KeyMap.key(terminal, Capability.key_home), "\u001b[H", "\u001b[1~");
    keys.bind(Key.END, KeyMap.key(terminal, Capability.key_end), "\u001b[F", "\u001b[4~");
    keys.bind(Key.ENTER, "\r", "\n");
    keys.bind(Key.TAB, "\t");
    keys.bind(Key.ERASE, KeyMap.del(), KeyMap.ctrl('H'));
    keys.bind(Key.ESCAPE, "\u001b");
    keys.bind(Key.INTERRUPT, KeyMap.ctrl('C'), KeyMap.ctrl('D'));
    return keys;
  }
}
