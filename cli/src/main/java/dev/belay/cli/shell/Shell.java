package dev.belay.cli.shell;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.belay.mcp.envelope.Controls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a command gets from the shell that started it.
 *
 * @param environment all environment variables
 * @param in standard input
 * @param out standard output, for protocol and results alone
 * @param err standard error, for people
 * @param inIsTerminal tells whether a person types {@code in}
 * @param outIsTerminal tells whether a person watches {@code out}
 * @param errIsTerminal tells whether a person watches {@code err}
 * @param onInterrupt sets the action of the first Ctrl-C, instead of ending the process; the second
 *     one ends it at once
 * @param onStop sets the action of the first Ctrl-C, TERM or HUP, instead of ending the process;
 *     the second Ctrl-C or TERM ends it at once
 */
public record Shell(
    Map<String, String> environment,
    InputStream in,
    OutputStream out,
    PrintStream err,
    BooleanSupplier inIsTerminal,
    BooleanSupplier outIsTerminal,
    BooleanSupplier errIsTerminal,
    Consumer<Runnable> onInterrupt,
    Consumer<Runnable> onStop) {
  private static final int LONGEST_ANSWER = 100;

  public Shell {
    environment = Map.copyOf(environment);
  }

  /**
   * Prints text of any origin to {@code out} at once, without anything that a terminal would obey.
   */
  public void print(String text) throws IOException {
    out.write(shownOut(text).getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Prints a line of any origin to {@code err}, without anything that a terminal would obey. */
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

  /** {@return how many columns the screen of the real standard streams has; 0 if unknown} */
  public int columns() {
    int columns = StandardStream.ERR.columns();
    return columns > 0 ? columns : StandardStream.OUT.columns();
  }

  /** Drops what a person has typed so far, also a line without its end. */
  public void dropTyped() {
    if (inIsTerminal.getAsBoolean()) {
      StandardStream.IN.drop();
    }
  }

  /** {@return whether a person who is asked types y or yes} */
  public boolean agrees(String question) throws IOException {
    err.print(shownErr(question));
    err.flush();
    var typed = new ByteArrayOutputStream();
    for (int sign = in.read(); sign >= 0 && sign != '\n'; sign = in.read()) {
      if (typed.size() < LONGEST_ANSWER) {
        typed.write(sign);
      }
    }
    var answer = typed.toString(StandardCharsets.UTF_8).strip();
    return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
  }

  /** {@return the shell of this process, whose real standard output is {@code out}} */
  public static Shell real(InputStream in, OutputStream out, PrintStream err) {
    return new Shell(
        System.getenv(),
        in,
        out,
        err,
        StandardStream.IN::isTerminal,
        StandardStream.OUT::isTerminal,
        StandardStream.ERR::isTerminal,
        Interrupts::toFirst,
        Interrupts::toFirstStop);
  }

  /**
   * A standard stream, which may be a terminal; {@link System#console()} does not tell for each.
   */
  enum StandardStream {
    IN(0),
    OUT(1),
    ERR(2);

    /** The request for the size of a terminal (TIOCGWINSZ). */
    private static final long SIZE =
        System.getProperty("os.name").startsWith("Mac") ? 0x40087468L : 0x5413L;

    private final int descriptor;

    StandardStream(int descriptor) {
      this.descriptor = descriptor;
    }

    /** {@return whether the C library reports a terminal; false if native access is not allowed} */
    boolean isTerminal() {
      try {
        var isatty = function("isatty", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        return isatty != null && (int) isatty.invokeExact(descriptor) == 1;
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("a call into the C library threw", e);
      }
    }

    /** {@return the width of the terminal as its driver has it; 0 if that is not known} */
    int columns() {
      if (!isTerminal()) {
        return 0;
      }
      try (var arena = Arena.ofConfined()) {
        var ioctl =
            function(
                "ioctl",
                FunctionDescriptor.of(
                    JAVA_INT, JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2));
        // Rows, columns, and both in pixels.
        MemorySegment size = arena.allocate(ValueLayout.JAVA_SHORT, 4);
        return ioctl != null && (int) ioctl.invokeExact(descriptor, SIZE, size) == 0
            ? Short.toUnsignedInt(size.getAtIndex(ValueLayout.JAVA_SHORT, 1))
            : 0;
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("a call into the C library threw", e);
      }
    }

    /** Drops what waits to be read, if this is a terminal and native access is allowed. */
    void drop() {
      // TCIFLUSH differs among systems.
      int input = System.getProperty("os.name").equals("Linux") ? 0 : 1;
      try {
        var tcflush = function("tcflush", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        var _ = tcflush == null ? -1 : (int) tcflush.invokeExact(descriptor, input);
      } catch (Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("a call into the C library threw", e);
      }
    }

    /** {@return a function of the C library; null if native access is not allowed} */
    @SuppressWarnings("restricted") // asked for by isNativeAccessEnabled
    private static @Nullable MethodHandle function(
        String name, FunctionDescriptor types, Linker.Option... options) {
      if (!StandardStream.class.getModule().isNativeAccessEnabled()) {
        return null;
      }
      var linker = Linker.nativeLinker();
      return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), types, options);
    }
  }

  /** Handles signals: the first one requests a stop, the second one but for HUP forces it. */
  static final class Interrupts implements Consumer<String> {
    private static final String HANG_UP = "HUP";

    private final AtomicBoolean asked = new AtomicBoolean();
    private final Runnable first;

    private Interrupts(Runnable first) {
      this.first = first;
    }

    /**
     * Runs {@code first} at the first Ctrl-C. If the JVM does not report signals, Ctrl-C ends the
     * process through its shutdown hooks.
     */
    static void toFirst(Runnable first) {
      listen(first, "INT");
    }

    /**
     * Runs {@code first} at the first Ctrl-C, TERM, with which services are stopped, or HUP of a
     * terminal that is closed.
     */
    static void toFirstStop(Runnable first) {
      listen(first, "INT", "TERM", HANG_UP);
    }

    private static void listen(Runnable first, String... signals) {
      var interrupts = new Interrupts(first);
      try {
        for (var signal : signals) {
          interrupts.listen(signal);
        }
      } catch (ReflectiveOperationException | IllegalArgumentException _) {
        // A JVM without these signals, or one that keeps SIGINT to itself (-Xrs).
      }
    }

    // By reflection: the compiler warns about any use of this class, and warnings fail the build.
    private void listen(String name) throws ReflectiveOperationException {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var type = MethodType.methodType(void.class, Object.class);
      var heard = MethodHandles.lookup().bind(this, "accept", type).bindTo(name);
      var proxy =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(heard, 0, signal));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    }

    @Override
    public void accept(String signal) {
      if (asked.compareAndSet(false, true)) {
        first.run();
      } else if (!signal.equals(HANG_UP)) { // which both the terminal and its shell may send
        // Without shutdown hooks: the watchdog ends the remaining process trees.
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
      }
    }
  }
}
