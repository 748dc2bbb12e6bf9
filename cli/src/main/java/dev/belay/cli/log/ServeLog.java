package dev.belay.cli.log;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.Ink;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.log.LogStyle.Detail;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of {@code belay serve} on standard error: each line with its time, for people or as
 * objects for programs. Texts from outside are on one line, bounded, and without controls.
 *
 * <p>Nobody waits for it: one thread writes, and what it cannot write in time is dropped and
 * counted. Safe for use by many threads.
 */
public final class ServeLog {
  /** Made by the thread that writes: it takes a while, which the start need not wait for. */
  private static final class Clock {
    static final DateTimeFormatter HAND = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private Clock() {}
  }

  private final LogStyle style;
  private final Map<String, String> environment;
  private final Time time;
  private final Display display;

  /** Set once the settings are known; before that there are no figures. */
  private volatile boolean measures;

  private @Nullable Terminal terminal; // confined to the thread that writes

  /** Creates a log that has said nothing yet. */
  public ServeLog(Shell shell, LogStyle style, Time time) {
    this.style = style;
    this.time = time;
    environment = shell.environment();
    display =
        Display.ofWords(
            shell.err(),
            shell.errIsTerminal(),
            time,
            text -> lines(new LogLine.OwnMessage(text, /* isTrouble= */ isTrouble(text))));
  }

  private static boolean isTrouble(String text) {
    return text.startsWith("warning: ") || text.startsWith("error: ");
  }

  /**
   * Writes figures on the load from now on, however little else is said: a load test wants them.
   */
  public void measure() {
    measures = true;
  }

  /** Writes a message; of very many of one kind, only the number. */
  public void say(String line) {
    display.say(line);
  }

  /** Writes figures, for those who measure. */
  public void figures(String line) {
    if (measures || isVerbose()) {
      display.say(line);
    }
  }

  /** Writes something that a person need not look after. */
  public void inform(String line) {
    if (!isQuiet()) {
      write(new LogLine.OwnMessage(line, /* isTrouble= */ false));
    }
  }

  /** Writes the same, with members for programs, of which {@code event} is the first. */
  public void inform(String line, JsonText fields) {
    if (!isQuiet()) {
      write(new LogLine.Figures(line, fields, Ink.PLAIN));
    }
  }

  /** Writes something that a person should look after. */
  void warn(String text, JsonText fields) {
    write(new LogLine.Figures(text, fields, Ink.RED));
  }

  /** {@return where a server's standard error goes} */
  public Consumer<byte[]> words(String server) {
    return new ByteLines(line -> {
      if (!isQuiet()) {
        write(new LogLine.ServerWords(server, new String(line, StandardCharsets.UTF_8)));
      }
    });
  }

  boolean isQuiet() {
    return style.detail() == Detail.QUIET;
  }

  boolean isVerbose() {
    return style.detail() == Detail.VERBOSE;
  }

  boolean isJson() {
    return style.isJson();
  }

  void write(LogLine line) {
    display.write(line.size() + 80, lines(line));
  }

  private Display.Lines lines(LogLine line) {
    var now = time.wall();
    return isTerminal -> style.isJson() ? json(now, line) : text(now, line, isTerminal);
  }

  static String json(Instant at, LogLine line) {
    // The time comes first, as in every log.
    return "{\"time\":\""
        + at.truncatedTo(ChronoUnit.MILLIS)
        + "\","
        + line.fields().toString().substring(1)
        + "\n";
  }

  private String text(Instant at, LogLine line, boolean isTerminal) {
    var known = terminal;
    if (known == null) {
      known = Terminal.of(environment, isTerminal);
      terminal = known;
    }
    var clock =
        isTerminal
            ? Clock.HAND.format(at.atZone(ZoneId.systemDefault()))
            : at.truncatedTo(ChronoUnit.MILLIS).toString();
    return Ink.FAINT.on(known, clock) + " " + line.words(known) + "\n";
  }

  /** Writes what is left, as long as standard error is read, and ends. */
  public void close() throws InterruptedException {
    display.close();
  }
}
