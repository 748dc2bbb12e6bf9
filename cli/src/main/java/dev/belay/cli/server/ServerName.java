package dev.belay.cli.server;

import dev.belay.config.Sources.Wrapped;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names a server that only a command line describes. */
public final class ServerName {
  private static final Set<String> RUNNERS =
      Set.of("npx", "uvx", "node", "python", "python3", "bunx", "deno", "java", "docker", "uv");

  /** Subcommands of runners, before the package or program to run. */
  private static final Set<String> VERBS = Set.of("run", "exec", "tool", "x");

  /** Options of runners whose value is a path, not the program to run. */
  private static final Set<String> PATHS =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--directory");

  private ServerName() {}

  /**
   * {@return the server of the command line, with the given name or that of its program}
   *
   * @param command what to start, and its arguments; not empty
   */
  public static Wrapped wrapped(@Nullable String name, List<String> command) {
    return new Wrapped(
        name == null ? of(command) : name, command.getFirst(), command.subList(1, command.size()));
  }

  /** {@return the host name in a URL, or {@code server} if there is none} */
  public static String ofUrl(String url) {
    int scheme = url.indexOf("://");
    var rest = scheme < 0 ? url : url.substring(scheme + "://".length());
    int end = 0;
    while (end < rest.length() && ":/?#".indexOf(rest.charAt(end)) < 0) {
      end++;
    }
    return end == 0 || rest.charAt(0) == '[' ? "server" : rest.substring(0, end);
  }

  /** {@return the program's name; for a runner, the name of what it runs} */
  static String of(List<String> command) {
    var program = last(command.getFirst());
    if (RUNNERS.contains(program)) {
      for (int at = 1; at < command.size(); at++) {
        var word = command.get(at);
        if (PATHS.contains(word)) {
          at++;
        } else if (!word.startsWith("-") && !word.isBlank() && !VERBS.contains(word)) {
          return last(word);
        }
      }
    }
    return program;
  }

  private static String last(String path) {
    var name = path.substring(path.lastIndexOf('/') + 1);
    return name.isEmpty() ? "server" : name;
  }
}
