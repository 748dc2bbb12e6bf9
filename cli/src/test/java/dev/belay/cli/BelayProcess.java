package dev.belay.cli;

import dev.belay.core.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A separate belay process, started as by a shell; its output goes to files. */
public final class BelayProcess {
  /** As text, or as JSON. */
  private static final Pattern LISTENING =
      Pattern.compile("listening(?: on |\",\"url\":\")(http://[^\\s\"]+/mcp)[\n\"]");

  private final Process process;
  private final Path out;
  private final Path err;

  private BelayProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  public static BelayProcess start(Path directory, List<String> jvm, List<String> args)
      throws IOException {
    return start(directory, jvm, args, directory.resolve("out.txt").toString());
  }

  static BelayProcess start(Path directory, List<String> jvm, List<String> args, String output)
      throws IOException {
    var out = Path.of(output);
    var err = directory.resolve("err.txt");
    var process =
        stateful(new ProcessBuilder(command(jvm, args)), directory)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new BelayProcess(process, out, err);
  }

  /**
   * {@return a process on a terminal, whose output is {@link #out}}
   *
   * @param script the program of util-linux that opens a terminal
   */
  public static BelayProcess startOnTerminal(Path script, Path directory, List<String> args)
      throws IOException {
    var quoted = command(List.of(), args).stream().map(BelayProcess::quoted).toList();
    var out = directory.resolve("out.txt");
    // A new terminal has no size until somebody gives it one.
    var command = "stty cols 100 rows 40; exec " + String.join(" ", quoted);
    var words = List.of(script.toString(), "-qec", command, "/dev/null");
    var terminal = stateful(new ProcessBuilder(words), directory);
    // Tests in the background may have none to inherit.
    terminal.environment().put("TERM", "xterm");
    var process = terminal.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    return new BelayProcess(process, out, out);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** Belay's state goes to a place that the test can clean up. */
  private static ProcessBuilder stateful(ProcessBuilder process, Path directory) {
    process.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
    return process;
  }

  /** {@return a process on pipes, with standard error unread} */
  public static Process startUnread(List<String> args) throws IOException {
    return startUnread(List.of(), args);
  }

  /** {@return the same with these options of the JVM} */
  public static Process startUnread(List<String> jvm, List<String> args) throws IOException {
    return stateful(new ProcessBuilder(command(jvm, args)), Path.of("target").toAbsolutePath())
        .start();
  }

  /** {@return the command line that starts it} */
  public static List<String> command(List<String> jvm, List<String> args) {
    var command = new ArrayList<String>();
    // Tests started in the background may inherit an ignored SIGINT, and those under nohup a
    // SIGHUP.
    command.addAll(List.of("env", "--default-signal=INT,HUP"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(jvm);
    command.addAll(List.of("-cp", classPath(), Main.class.getName()));
    command.addAll(args);
    return command;
  }

  private static String classPath() {
    return System.getProperty("java.class.path") + ":" + System.getProperty("jdk.module.path", "");
  }

  public Process process() {
    return process;
  }

  /** Presses keys on its terminal. */
  public void press(String keys) throws IOException {
    process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Waits until standard error contains this. */
  public void awaitErr(String part) throws InterruptedException {
    Patience.await(() -> err().contains(part), this::err);
  }

  /** Waits until its gateway listens. Returns the address. */
  public URI awaitListening() throws InterruptedException {
    return awaitListening(this::err);
  }

  /** Waits until a gateway with this standard error listens. Returns its address. */
  public static URI awaitListening(Supplier<String> err) throws InterruptedException {
    Patience.await(() -> LISTENING.matcher(err.get()).find(), err);
    return URI.create(LISTENING.matcher(err.get()).results().findFirst().orElseThrow().group(1));
  }

  /** Waits until standard output contains this. */
  public void awaitOut(String part) throws InterruptedException {
    Patience.await(() -> out().contains(part), this::out);
  }

  public String out() {
    return textOf(out);
  }

  public String err() {
    return textOf(err);
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
