package dev.belay.cli.shell;

import dev.belay.mcp.envelope.Controls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Everything that a command has from the shell that started it.
 *
 * @param environment all variables
 * @param in standard input
 * @param out standard output, for protocol and results alone
 * @param err standard error, for people
 * @param outIsTerminal tells whether a person watches {@code out}
 * @param errIsTerminal tells whether a person watches {@code err}
 * @param onInterrupt takes what the first Ctrl-C runs, in place of ending the process; the second
 *     one ends it at once
 * @param onStop takes what the first Ctrl-C or TERM runs, in place of ending the process; the
 *     second one ends it at once
 */
public record Shell(
    Map<String, String> environment,
    InputStream in,
    OutputStream out,
    PrintStream err,
    BooleanSupplier outIsTerminal,
    BooleanSupplier errIsTerminal,
    Consumer<Runnable> onInterrupt,
    Consumer<Runnable> onStop) {
  public Shell {
    environment = Map.copyOf(environment);
  }

  /** Prints to {@code out}, at once, what a terminal must not obey, whoever wrote it. */
  public void print(String text) throws IOException {
    out.write(shownOut(text).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Prints a line to {@code err} that a terminal must not obey, whoever wrote it. */
  public void say(String line) {
    err.println(shownErr(line));
  }

  /** {@return a server's text for {@code out}: as it is, unless a terminal would obey it} */
  public String shownOut(String text) {
    return outIsTerminal.getAsBoolean() ? Controls.shown(text) : text;
  }

  /** {@return a server's text for {@code err}: as it is, unless a terminal would obey it} */
  public String shownErr(String text) {
    return errIsTerminal.getAsBoolean() ? Controls.shown(text) : text;
  }

  /** {@return the shell of this very process, whose real standard output is {@code out}} */
  public static Shell real(InputStream in, OutputStream out, PrintStream err) {
    return new Shell(
        System.getenv(),
        in,
        out,
        err,
        StandardStream.OUT::isTerminal,
        StandardStream.ERR::isTerminal,
        Interrupts::toFirst,
        Interrupts::toFirstStop);
  }
}
