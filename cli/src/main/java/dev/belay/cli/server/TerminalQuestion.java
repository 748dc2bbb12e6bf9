package dev.belay.cli.server;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.Display.Lent;
import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jline.utils.NonBlocking;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * Asks the person at a terminal whether calls may run, one after another.
 *
 * <p>A question is whole, and all else that would be written meanwhile is shown after it, so that
 * nothing but Belay speaks between the arguments and the answer. A call may end at any moment, and
 * then its question is void. For one thread.
 */
public final class TerminalQuestion {
  /** What comes sooner after the arguments was typed before a person could have read them. */
  private static final Duration READING = Duration.ofMillis(500);

  /** How often the end of the call is looked for. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** What of an answer is read. */
  private static final int LONGEST = 200;

  /** What of the text typed at a question that is over is dropped. */
  private static final int LONGEST_TYPED = 64 << 10;

  private static final int ERASE = 0x7f;
  private static final int BACKSPACE = 0x08;

  /** Ctrl-D, where the terminal does not take it for the end of input. */
  private static final int END = 0x04;

  private final Keys keys;
  private final List<Display> displays;
  private final Time time;

  /**
   * The keys of a person.
   *
   * @param reader gives them, and waits no longer than it is told
   * @param taking begins to take them, without those typed before; the result ends that
   * @param drop drops those that were typed and not yet taken
   * @param columns how wide the person's screen is
   * @param isEchoing whether this program shows them, in place of the terminal, and erases
   */
  public record Keys(
      NonBlockingReader reader,
      Supplier<Runnable> taking,
      Runnable drop,
      IntSupplier columns,
      boolean isEchoing) {
    /** {@return those that the terminal passes on line by line} */
    public static Keys of(Shell shell) {
      return new Keys(
          NonBlocking.nonBlocking("belay-keys", shell.in(), StandardCharsets.UTF_8),
          () -> {
            shell.dropTyped();
            return () -> {};
          },
          shell::dropTyped,
          () -> Wrapped.columns(shell),
          /* isEchoing= */ false);
    }
  }

  /** A call that waits for the person. */
  public interface Waiting {
    /** {@return what the person is to see of it} */
    ApprovalRow row();

    /** {@return whether the person is asked no longer}; called several times a second */
    boolean isOver() throws InterruptedException;

    /** {@return what became of the decision, as a sentence; empty if it counts} */
    String decide(boolean isAllowed, String reason) throws InterruptedException;
  }

  /** What the person has answered. */
  private record Answer(boolean isAllowed, String reason) {}

  /**
   * Creates the way to a person.
   *
   * @param displays all that write to the terminal, of which the first one shows the question
   */
  public TerminalQuestion(Keys keys, List<Display> displays, Time time) {
    this.keys = keys;
    this.displays = List.copyOf(displays);
    this.time = time;
  }

  /** Asks about a call; returns once the person has answered, or is asked no longer. */
  public void ask(Waiting call) throws InterruptedException {
    var lent = displays.stream().map(Display::lend).toList();
    try {
      var taken = keys.taking.get();
      try {
        ask(call, lent.getFirst());
      } finally {
        taken.run();
      }
    } catch (InterruptedIOException e) {
      throw (InterruptedException) new InterruptedException("asked no longer").initCause(e);
    } catch (IOException e) {
      var _ = call.decide(false, "the answer cannot be read: " + e.getMessage());
    } finally {
      lent.forEach(Lent::giveBack);
    }
  }

  private void ask(Waiting call, Lent screen) throws IOException, InterruptedException {
    screen.print(Wrapped.fitted(call.row().whole(), keys.columns.getAsInt()));
    forget();
    while (!call.isOver()) {
      var left = call.row().left(time.wall());
      screen.print("Refused in " + left + " without an answer; Ctrl-C cancels.\n");
      screen.print("Allow? [y]es once, [n]o [reason]: ");
      var line = line(call, screen);
      var answer = line == null ? null : answer(line);
      if (answer != null) {
        var said = call.decide(answer.isAllowed, answer.reason);
        screen.print(said.isEmpty() ? "" : said + "\n");
        return;
      }
    }
  }

  /** Drops what was typed before the question, which is no answer to it. */
  private void forget() throws IOException {
    dropRead();
    // A line that was begun meanwhile waits for its end where no reading finds it.
    keys.drop.run();
  }

  private void dropRead() throws IOException {
    long until = time.nanos() + READING.toNanos();
    for (long left = READING.toMillis(); left > 0; ) {
      if (keys.reader.read(left) == NonBlockingReader.EOF) {
        return;
      }
      left = Duration.ofNanos(until - time.nanos()).toMillis();
    }
  }

  /** {@return the beginning of the next line; null if the call ended first. The end is a no} */
  private @Nullable String line(Waiting call, Lent screen)
      throws IOException, InterruptedException {
    var line = new StringBuilder();
    while (!call.isOver()) {
      int next = keys.reader.read(LOOK.toMillis());
      switch (next) {
        case NonBlockingReader.READ_EXPIRED -> {}
        case NonBlockingReader.EOF, END -> {
          return "no";
        }
        case '\n', '\r' -> {
          screen.print(keys.isEchoing ? "\n" : "");
          screen.entered();
          return line.toString();
        }
        case ERASE, BACKSPACE -> {
          if (!line.isEmpty()) {
            line.setLength(line.length() - 1);
            if (keys.isEchoing) {
              screen.erase();
            }
          }
        }
        default -> {
          if (line.length() < LONGEST) {
            line.append((char) next);
            screen.print(keys.isEchoing ? Character.toString(next) : "");
          }
        }
      }
    }
    dropTyped();
    return null;
  }

  /** Drops what was typed at a question that is over: whoever reads next was not meant. */
  private void dropTyped() throws IOException {
    for (int i = 0; i < LONGEST_TYPED && keys.reader.read(1) >= 0; i++) {
      // Dropped.
    }
    keys.drop.run();
  }

  /** {@return the answer in a line; null if it is none} */
  private static @Nullable Answer answer(String line) {
    var words = line.strip().split("\\s+", 2);
    return switch (words[0]) {
      case "y", "Y", "yes", "Yes" -> words.length == 1 ? new Answer(true, "") : null;
      case "n", "N", "no", "No" -> new Answer(false, words.length == 1 ? "" : words[1]);
      default -> null;
    };
  }
}
