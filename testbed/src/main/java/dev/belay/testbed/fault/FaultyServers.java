package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import dev.belay.testkit.json.Json;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@link FaultyServer}s for tests, with the test's JVM, as ordinary processes. */
public final class FaultyServers {
  private static final List<String> FAST_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");

  private FaultyServers() {}

  /**
   * {@return the command of a server with these options}
   *
   * <dl>
   *   <dt>{@code --era legacy|modern|both}
   *   <dd>the era spoken; legacy unless given
   *   <dt>{@code --log FILE}
   *   <dd>appends {@code pid N} (0 in the JVM of a test), {@code recv JSON}, {@code call TOOL},
   *       {@code ended TOOL}, {@code cancelled ID} (as spelled), {@code cancelled-unknown ID},
   *       {@code spawned PID}, {@code answer JSON}, {@code eof}, {@code exit CODE}
   *   <dt>{@code --silent-start}, {@code --slow-start MS}, {@code --start-noise}, {@code
   *       --exit-at-start CODE}, {@code --start-while FILE}
   *   <dd>never or late answers {@code initialize}, writes rubbish first, does not start at all, or
   *       only while that file exists (code 7)
   *   <dt>{@code --ignore-term}, {@code --ignore-eof}, {@code --ignore-ping}
   *   <dd>does not end by SIGTERM, or by the end of stdin; does not answer pings
   *   <dt>{@code --crash-after-calls N}
   *   <dd>the call after the first N ends the process with code 42
   *   <dt>{@code --tools-file FILE}, {@code --tools-vary-by-restart COUNTER_FILE}
   *   <dd>lists the JSON array in a file; lists a tool {@code start_N} that differs in each start
   *   <dt>{@code --revisions A,B}
   *   <dd>refuses every modern request, and names these as the revisions spoken
   *   <dt>{@code --http PORT}
   *   <dd>serves Streamable HTTP on loopback instead of stdio; stdout's first line is the URL. Each
   *       request is logged as {@code http METHOD TARGET | NAME: VALUE | …}, a client that leaves
   *       before the end of an answer as {@code left TARGET}. Stdin takes lines {@code fault RULE},
   *       {@code calm} and {@code era ERA}, each answered with {@code ok}; its end is the server's
   *   <dt>{@code --http-json}
   *   <dd>answers in JSON bodies, not in event streams; what is no answer goes to the session's
   *       stream
   *   <dt>{@code --http-fault RULE}
   *   <dd>misbehaves as the {@link HttpFault} says that the rule names, also without a call: {@code
   *       NAME[,method=M][,after=N][,times=N]}, where M is a method of MCP or of HTTP; the first N
   *       matching requests are spared, the next N are hit
   *   <dt>{@code --expire-sessions-after N}
   *   <dd>each legacy session is forgotten after N requests, and gets 404 from then on
   *   <dt>{@code --exit-on-unknown-request}
   *   <dd>exits with code 1 instead of answering -32601
   * </dl>
   */
  public static List<String> command(String... options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FAST_START);
    var code = place(FaultyServer.class);
    command.addAll(cacheOf(code));
    var path = String.join(File.pathSeparator, code, place(Json.class), place(Time.class));
    command.addAll(List.of("-cp", path, FaultyServer.class.getName()));
    command.addAll(List.of(options));
    return List.copyOf(command);
  }

  /** The AOT cache that the build puts beside the jar halves the cost of a start. */
  private static List<String> cacheOf(String code) {
    var cache = Path.of(code.replaceFirst("\\.jar$", ".aot"));
    return code.endsWith(".jar") && Files.exists(cache)
        // An unsuitable cache is ignored; its warning must not reach standard output.
        ? List.of("-XX:AOTCache=" + cache, "-Xlog:disable", "-Xlog:all=error:stderr")
        : List.of();
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(type + " is not on a file system", e);
    }
  }
}
