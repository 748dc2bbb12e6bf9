package dev.belay.cli.manual;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.name.Nearest;
import java.io.IOException;
import java.util.List;

/** Answers {@code belay completion} and {@code belay help TOPIC}. */
public final class Manual {
  static final String COMPLETION_HELP =
      """
      Usage: belay completion (bash | zsh | fish)

      Prints a script that lets a shell complete belay's commands and options, and behind -- the
      server's own command. Packages of Belay bring it along.

      Options:
        -h, --help  show this help

      Exit codes: 0 ok, 2 usage.

      Examples:
        belay completion bash > ~/.local/share/bash-completion/completions/belay
        belay completion zsh > ~/.zfunc/_belay       # with fpath+=~/.zfunc before compinit
        belay completion fish > ~/.config/fish/completions/belay.fish
      """;

  static final String HELP_HELP =
      """
      Usage: belay help [COMMAND | TOPIC]

      Explains a command, or something that more than one of them has to do with.

      Options:
        --man  print the whole manual as a page for man(1)

      Exit codes: 0 ok, 2 usage.

      Examples:
        belay help
        belay help limits
        belay help --man > belay.1
      """;

  private final String help;
  private final Shell shell;

  /**
   * Creates the manual.
   *
   * @param help the help page of {@code belay}
   */
  public Manual(String help, Shell shell) {
    this.help = help;
    this.shell = shell;
  }

  /** {@return the names of the pages} */
  public static List<String> names() {
    return Topic.names();
  }

  /** {@return whether there is a page of that name} */
  public static boolean has(String word) {
    return Topic.named(word) != null || word.equals("topics") || word.equals("--man");
  }

  /**
   * {@return the exit code of {@code belay help WORD}, if there {@linkplain #has is} such a page}
   */
  public ExitCode page(String word) throws IOException {
    var topic = Topic.named(word);
    shell.print(
        topic != null
            ? topic.text()
            : word.equals("topics")
                ? topics()
                : new ManPage(CommandTree.of(help), shell.environment()).roff());
    return ExitCode.OK;
  }

  private static String topics() {
    var text = new StringBuilder("Topics of belay help:\n");
    for (var topic : Topic.values()) {
      text.append("  %-11s %s\n".formatted(topic.word(), topic.about()));
    }
    return text.toString();
  }

  /** {@return the exit code of {@code belay completion}} */
  public ExitCode completion(List<String> args) throws IOException {
    if (args.contains("--help") || args.contains("-h")) {
      shell.print(COMPLETION_HELP);
      return ExitCode.OK;
    }
    var completed = args.size() == 1 ? CompletionShell.named(args.getFirst()) : null;
    if (completed == null) {
      shell.say("belay completion: " + wrong(args));
      shell.say("Try: belay completion --help");
      return ExitCode.USAGE;
    }
    shell.print(completed.script(CommandTree.of(help)));
    return ExitCode.OK;
  }

  private static String wrong(List<String> args) {
    var expected = "expected bash, zsh or fish";
    if (args.isEmpty()) {
      return expected;
    }
    var word = args.size() == 1 ? args.getFirst() : String.join(" ", args);
    var nearest = Nearest.to(word, CompletionShell.names());
    return expected
        + ", found '"
        + word
        + "'"
        + (nearest == null ? "" : "; did you mean " + nearest + "?");
  }
}
