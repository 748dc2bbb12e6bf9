package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.config.Start.Transport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The start or address of one upstream, and its limits: {@code mcpServers.<name>}.
 *
 * @param name key in {@code mcpServers}, and the prefix of {@code server__tool}
 * @param start the command or the address
 * @param timeout total limit of its calls; zero is none, null is inherited
 * @param idleTimeout longest silence of its calls; zero is none, null is inherited
 * @param startupTimeout how long {@code initialize} may take; zero for no limit
 * @param cancelGrace how long it may take to react to a cancellation, and a process to TERM before
 *     KILL; zero is none
 * @param isolation the sharing of its processes, or of sessions with a server at a URL, which is
 *     never {@link Isolation#CALL}
 * @param era the era of MCP to use with it
 * @param onIgnoredCancel the treatment of a process that ignores a cancellation
 * @param spares how many processes are started ahead of calls, under {@link Isolation#CALL}
 * @param onChange the treatment of its changed tools; null is inherited
 * @param tools the tools that are available at all
 * @param fromCommandLine true for the one server of the command line, whose keys are flags
 */
public record ServerSettings(
    String name,
    Start start,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    Duration startupTimeout,
    Duration cancelGrace,
    Isolation isolation,
    EraPolicy era,
    OnIgnoredCancel onIgnoredCancel,
    int spares,
    @Nullable OnChange onChange,
    ToolAccess tools,
    boolean fromCommandLine) {
  private static final String OF_MCP = "that of `mcp`";

  /** Programs that start another one, which their arguments name. */
  private static final Set<String> STARTERS =
      Set.of("npx", "bunx", "uvx", "node", "python", "python3", "sh", "bash", "zsh", "docker");

  static final Section SECTION =
      new Section("NAME", Reload.AT_ONCE, "How one server is started or reached.")
          .fallback(McpSettings.SECTION);
  static final Setting<String> COMMAND =
      SECTION.optional("command", Codec.TEXT, "", "program to start");
  static final Setting<List<String>> ARGS =
      SECTION.optional(
          "args",
          Codec.of(Codec.Shape.LIST, Reading.Good::new, ServerSettings::quoted),
          "none",
          "its arguments");
  static final Section ENV =
      new Section("env", Reload.AT_ONCE, "its variables, in addition to those of every child");
  // Variables hold keys and passwords, and displayed values end up in bug reports.
  static final Setting<String> VARIABLE =
      new Setting<>(
          "VARIABLE",
          Codec.text(_ -> null).secret(Substitution::shown),
          null,
          "",
          Reload.AT_ONCE,
          "value of a variable");

  static {
    SECTION.with(ENV.of(VARIABLE, ""));
  }

  static final Setting<String> CWD =
      SECTION.optional("cwd", Codec.TEXT, "Belay's own", "directory that it starts in");
  static final Setting<String> URL =
      SECTION.optional(
          "url",
          HttpUrl.codec("http://127.0.0.1:4000/mcp").unquoted(),
          "",
          "URL of a running server; the query is never shown");
  static final Setting<Transport> TYPE =
      SECTION.optional("type", Transport.CODEC, "`http`", "with `url`, how to speak to it");
  static final Section HEADERS =
      new Section("headers", Reload.AT_ONCE, "headers of each request; values are not shown");
  static final Setting<String> HEADER =
      new Setting<>(
          "HEADER",
          Codec.text(_ -> null).secret(Substitution::hidden),
          null,
          "",
          Reload.AT_ONCE,
          "value of a header");

  static {
    SECTION.with(HEADERS.of(HEADER, ""));
  }

  static final Setting<Duration> TIMEOUT = SECTION.narrower(McpSettings.TIMEOUT, OF_MCP);
  static final Setting<Duration> IDLE_TIMEOUT = SECTION.narrower(McpSettings.IDLE_TIMEOUT, OF_MCP);
  static final Setting<Duration> STARTUP_TIMEOUT =
      SECTION.inheriting(McpSettings.STARTUP_TIMEOUT, OF_MCP);
  static final Setting<Duration> CANCEL_GRACE =
      SECTION.inheriting(McpSettings.CANCEL_GRACE, OF_MCP);
  static final Setting<Isolation> ISOLATION =
      SECTION.optional(
          "isolation",
          Codec.choice(Isolation.class),
          "`shared`; with `url`: `session`",
          "sharing of the server's processes or sessions");
  private static final Setting<EraPolicy> ERA =
      SECTION.choice("era", EraPolicy.AUTO, "which era of MCP is spoken with the server");
  private static final Setting<OnIgnoredCancel> ON_IGNORED_CANCEL =
      SECTION.choice(
          "on_ignored_cancel",
          OnIgnoredCancel.REPLACE,
          "treatment of a shared process that continues a stopped call");
  private static final Setting<Integer> SPARES =
      SECTION.number(
          "spares", 0, 8, 1, "with `isolation: call`, how many processes are started ahead");
  static final Setting<OnChange> ON_CHANGE = SECTION.narrower(McpSettings.ON_CHANGE, OF_MCP);

  static final Section SERVERS =
      new Section("mcpServers", Reload.AT_ONCE, "Servers by name.")
          .of(SECTION.with(ToolAccess.SECTION), "a server");

  /** Warns of a starter without a program: several then read the messages as commands. */
  void check(Origins origins, Findings findings) {
    if (start instanceof Start.Command command
        && command.args().isEmpty()
        && STARTERS.contains(Path.of(command.program()).getFileName().toString())) {
      var key = key("command");
      findings.warn(
          origins.of(key),
          key,
          command.program()
              + " alone starts no server, and may run what it reads as commands; put the package"
              + " or the program into args");
    }
  }

  /** {@return a server with a name and a command, and defaults otherwise} */
  public static ServerSettings defaults(String name, String command) {
    return defaults(name, new Start.Command(command, List.of(), Map.of(), null));
  }

  /** {@return a server with a name and an address, and defaults otherwise} */
  public static ServerSettings defaults(String name, URI uri) {
    return defaults(name, new Start.Url(uri, Map.of()));
  }

  private static ServerSettings defaults(String name, Start start) {
    return of(name, start, new Values(Config.ROOT).in(SERVERS).in(name), false);
  }

  /** {@return tools of this program, with the grace of all other calls} */
  public static ServerSettings ofProgram(String name, String program, Duration cancelGrace) {
    var values = new Values(Config.ROOT).in(SERVERS).in(name);
    values.assume(STARTUP_TIMEOUT, Duration.ZERO);
    values.assume(CANCEL_GRACE, cancelGrace);
    return of(name, new Start.Native(program), values, false);
  }

  static ServerSettings of(String name, Start start, Values values, boolean fromCommandLine) {
    // Over HTTP a legacy server has a session for each client anyway; a modern one has none.
    values.assume(ISOLATION, start instanceof Start.Url ? Isolation.SESSION : Isolation.SHARED);
    return new ServerSettings(
        name,
        start,
        values.find(TIMEOUT),
        values.find(IDLE_TIMEOUT),
        values.get(STARTUP_TIMEOUT),
        values.get(CANCEL_GRACE),
        values.get(ISOLATION),
        values.get(ERA),
        values.get(ON_IGNORED_CANCEL),
        values.get(SPARES),
        values.find(ON_CHANGE),
        ToolAccess.of(values.in(ToolAccess.SECTION)),
        fromCommandLine);
  }

  /** {@return the path of one of this server's keys, such as {@code mcpServers.files.timeout}} */
  String key(String leaf) {
    return SERVERS.name() + "." + name + "." + leaf;
  }

  /** {@return the setting that changes one of its keys: the flag, or the path of the key} */
  public String lever(String leaf) {
    return fromCommandLine ? "--" + leaf.replace('_', '-') : key(leaf);
  }

  private static String quoted(List<String> args) {
    return MaskedArguments.of(args).stream()
        .map(arg -> "'" + arg + "'")
        .collect(Collectors.joining(" "));
  }

  /** The treatment of a shared process that continues a stopped call, or shows no sign of life. */
  public enum OnIgnoredCancel {
    /** Another process takes every new call; this one ends with its present calls. */
    REPLACE,

    /** None: it was told, and that is recorded. For servers with state in memory. */
    TELL
  }

  /** The era of MCP used with a server that speaks both. */
  public enum EraPolicy {
    /** That of each client; the only one if the server speaks a single era. */
    AUTO,
    /** With sessions: 2024-11-05 to 2025-11-25. */
    LEGACY,
    /** Stateless: 2026-07-28. */
    MODERN
  }
}
