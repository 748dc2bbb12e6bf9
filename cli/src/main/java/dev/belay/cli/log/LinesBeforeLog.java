package dev.belay.cli.log;

import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes what a command says before there is a {@link ServeLog} in the form of the log, where
 * programs read it.
 */
public final class LinesBeforeLog extends OutputStream {
  private static final String NAME = "belay: ";

  private final ByteLines lines;

  private LinesBeforeLog(PrintStream err, boolean isTrouble, Time time) {
    lines =
        new ByteLines(line -> {
          var said = new String(line, StandardCharsets.UTF_8).stripTrailing();
          var text = said.startsWith(NAME) ? said.substring(NAME.length()) : said;
          err.print(ServeLog.json(time.wall(), new LogLine.OwnMessage(text, isTrouble)));
          err.flush();
        });
  }

  /**
   * {@return a shell whose standard error takes such lines; the same shell for a log for people}
   *
   * @param isTrouble whether a person should look after what is said
   */
  public static Shell shell(Shell shell, LogStyle style, boolean isTrouble, Time time) {
    if (!style.isJson()) {
      return shell;
    }
    var lines = new LinesBeforeLog(shell.err(), isTrouble, time);
    return new Shell(
        shell.environment(),
        shell.in(),
        shell.out(),
        new PrintStream(lines, /* autoFlush= */ true, StandardCharsets.UTF_8),
        shell.inIsTerminal(),
        shell.outIsTerminal(),
        shell.errIsTerminal(),
        shell.onInterrupt(),
        shell.onStop());
  }

  @Override
  public void write(int one) {
    lines.accept(new byte[] {(byte) one});
  }

  @Override
  public void write(byte[] bytes, int from, int count) {
    lines.accept(Arrays.copyOfRange(bytes, from, from + count));
  }
}
