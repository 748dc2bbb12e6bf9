package dev.belay.cli;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.manual.Manual;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.Version;
import dev.belay.cli.wrap.WrapCommand;
import dev.belay.core.name.Nearest;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs the command named by the first argument; {@code wrap} needs no reflection and no
 * command-line library.
 */
public final class Main {
  private static final String STOP =
      "belay cancel ID stops a call, and Ctrl-C the belay serve that runs it";
  private static final String IMPORT =
      "belay import puts Belay before the servers that your clients have";

  static final List<String> COMMANDS =
      List.of(
          "wrap",
          "serve",
          "import",
          "doctor",
          "token",
          "call",
          "tools",
          "ps",
          "logs",
          "cancel",
          "jobs",
          "job",
          "approvals",
          "watch",
          "console",
          "health",
          "config",
          "probe",
          "sweep",
          "turn",
          "chat",
          "completion",
          "help");

  /** What people look for under other names, and where it is. */
  private static final Map<String, String> MEANT =
      Map.ofEntries(
          Map.entry("-v", "-V prints the version, and belay serve -v says more"),
          Map.entry("stop", STOP),
          Map.entry("kill", STOP),
          Map.entry("list", "belay tools lists a server's tools, belay ps what runs"),
          Map.entry("ls", "belay tools lists a server's tools, belay ps what runs"),
          Map.entry("status", "belay health shows the state of a gateway, belay ps what runs"),
          Map.entry("info", "belay health shows the state of a gateway, belay doctor all there is"),
          Map.entry("init", IMPORT),
          Map.entry("setup", IMPORT),
          Map.entry("install", IMPORT),
          Map.entry("add", IMPORT),
          Map.entry("log", "belay logs tells what happened to calls and servers"),
          Map.entry("history", "belay ps -a lists calls that ended, belay logs tells of them"),
          Map.entry("start", "belay serve serves servers at a URL, belay wrap one to one client"),
          Map.entry("run", "belay call makes one call, belay wrap runs a server for one client"),
          Map.entry("exec", "belay call makes one call, belay wrap runs a server for one client"),
          Map.entry("top", "belay watch shows a gateway on the whole screen"),
          Map.entry("ui", "belay console prints a link to the pages of a gateway"),
          Map.entry("login", "belay token makes tokens for clients"),
          Map.entry("auth", "belay token makes tokens for clients"),
          Map.entry("check", "belay config check looks at the configuration, belay doctor at all"),
          Map.entry("test", "belay doctor starts each server once and says what is wrong"));

  /** Programs by which servers are started. */
  private static final Set<String> STARTERS =
      Set.of("npx", "node", "uvx", "uv", "python", "python3", "docker", "bunx", "deno", "java");

  /** What asks {@code belay help} for its own page. */
  private static final Set<String> HELP = Set.of("help", "--help", "-h");

  private static final String WITH_SERVER =
      """
      Try: belay wrap -- %1$s       for one client, which starts it
           belay serve -- %1$s      at a URL, for any number of clients
           belay call TOOL -- %1$s  for one call now\
      """;

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    // Libraries look for somewhere to log to, and would report on standard error that there is
    // nothing: by a thread that blocks if nobody reads that.
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    var out = StandardOutput.claim();
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    var shell = Shell.real(new FileInputStream(FileDescriptor.in), out, err);
    System.exit(exit(Arrays.asList(args), shell).number());
  }

  private static ExitCode exit(List<String> args, Shell shell) throws InterruptedException {
    try {
      return run(args, shell);
    } catch (IOException e) {
      // The reader of the result has left, as head(1) does.
      shell.say("belay: cannot write: " + e.getMessage());
      return ExitCode.ERROR;
    }
  }

  /** {@return the exit code, after running the command} */
  static ExitCode run(List<String> args, Shell shell) throws IOException, InterruptedException {
    if (args.isEmpty()) {
      shell.err().print(Help.TEXT);
      return ExitCode.USAGE;
    }
    var command = args.getFirst();
    var rest = args.subList(1, args.size());
    return switch (command) {
      case "wrap" -> new WrapCommand(shell).run(rest);
      case "--version", "-V", "version" -> print("belay " + Version.NUMBER + "\n", shell);
      case "--help", "-h" -> print(Help.TEXT, shell);
      case "help" -> help(rest, shell);
      case "completion" -> new Manual(Help.TEXT, shell).completion(rest);
      default -> {
        var ended = Subcommands.run(command, rest, shell);
        yield ended == null ? unknown(command, shell) : ended;
      }
    };
  }

  private static ExitCode help(List<String> topic, Shell shell)
      throws IOException, InterruptedException {
    if (topic.isEmpty() || HELP.contains(topic.getFirst())) {
      return print(Help.TEXT, shell);
    }
    var word = topic.getFirst();
    if (!Manual.has(word)) {
      return COMMANDS.contains(word)
          ? run(List.of(word, "--help"), shell)
          : unexplained(word, shell);
    }
    // A command may have the name of what it is about: its options, then the whole of it.
    if (COMMANDS.contains(word)) {
      var ended = run(List.of(word, "--help"), shell);
      if (ended != ExitCode.OK) {
        return ended;
      }
      shell.print("\n");
    }
    return new Manual(Help.TEXT, shell).page(word);
  }

  private static ExitCode unexplained(String word, Shell shell) {
    var known = new ArrayList<>(COMMANDS);
    known.addAll(Manual.names());
    var nearest = Nearest.to(word, known);
    shell.say(
        "belay help: there is no command and no topic '"
            + word
            + "'"
            + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    shell.say("Try: belay help, or belay help topics");
    return ExitCode.USAGE;
  }

  private static ExitCode print(String text, Shell shell) throws IOException {
    // Belay's own text needs no check of what the terminal obeys, which takes a while.
    shell.out().write(text.getBytes(StandardCharsets.UTF_8));
    return ExitCode.OK;
  }

  private static ExitCode unknown(String command, Shell shell) {
    boolean option = command.startsWith("-");
    var meant = MEANT.get(command);
    var nearest = Nearest.to(command, option ? List.of("--help", "--version") : COMMANDS);
    if (command.equals("--")) {
      shell.say("belay: a server's command needs a command of Belay before it");
      shell.say(WITH_SERVER.formatted("CMD"));
      return ExitCode.USAGE;
    }
    if (STARTERS.contains(command)) {
      shell.say("belay: '" + command + "' starts a server, and is no command of Belay");
      shell.say(WITH_SERVER.formatted(command + " …"));
      return ExitCode.USAGE;
    }
    shell.say(
        "belay: unknown "
            + (option ? "option " : "command '")
            + command
            + (option ? "" : "'")
            + (meant != null
                ? "; " + meant
                : nearest == null ? "" : "; did you mean " + nearest + "?"));
    shell.say("Try: belay --help");
    return ExitCode.USAGE;
  }

  /** The help page of {@code belay}. */
  static final class Help {
    static final String TEXT =
        """
        Usage: belay COMMAND [OPTIONS]

        Runs every call of an MCP server's tools on a rope: it ends in time, cancel means cancelled,
        and no process is left behind.

        Commands:
          wrap       run an MCP server, governed, behind this process's own stdin and stdout
          serve      serve MCP servers to any number of clients over HTTP
          import     have the clients of this machine start their servers by Belay
          doctor     look at clients, their servers, the configuration and this machine
          token      make, list and revoke tokens of clients
          call       make one governed call of a tool and print its result
          tools      list a server's tools, with their sizes and lint; accept changed ones
          turn       run the calls of one message of a model, from a file
          chat       talk to an agent of a gateway
          ps         list the calls that run on a gateway, and those that ended
          logs       tell what has happened on a gateway, to one call or behind one server
          cancel     end calls on a gateway
          jobs       list the calls on a gateway that outlive the requests that began them
          job        show one of them, print its result, or stop it
          approvals  decide on calls that wait for a person's yes
          watch      show a gateway on the whole screen, with a key to cancel
          console    print a link to a gateway's pages in a browser
          health     show the state of a gateway and its servers
          config     show the effective configuration, or check it
          probe      look at a server once: health, payload, latency, log
          sweep      measure how much load a server bears, and recommend a cap
          completion print what bash, zsh or fish need to complete command lines
          help       explain a command, or one of the topics of belay help topics

        Options:
          -h, --help     show this help
          -V, --version  show the version

        Examples:
          belay wrap -- npx -y @modelcontextprotocol/server-filesystem .
          belay serve -- npx -y @modelcontextprotocol/server-everything
          belay call echo message=hello -- npx -y @modelcontextprotocol/server-everything
          belay tools -- npx -y @modelcontextprotocol/server-everything
          belay turn run turn.json
          belay chat 'read notes.txt'
          belay ps --watch
          belay config check
          belay sweep --base-url http://127.0.0.1:3002 --p95-slo-ms 400

        See belay COMMAND --help for more.
        """;

    private Help() {}
  }
}
