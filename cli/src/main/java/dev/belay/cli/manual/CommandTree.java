package dev.belay.cli.manual;

import dev.belay.cli.command.CommandModel;
import dev.belay.cli.wrap.WrapCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The whole command line as a value, of which completion and the man page are made.
 *
 * @param page the help page of {@code belay}
 * @param commands every command, in the order of that page
 */
record CommandTree(WrittenPage page, List<Command> commands) {
  /** Commands with a second word. */
  private static final Map<String, String> SECOND_WORDS = Map.of("tools", "accept", "turn", "run");

  /**
   * One command.
   *
   * @param name its words after {@code belay}
   * @param about what it is for, in a line
   * @param spec its options and its help
   * @param words what its first argument may be; empty if that is free
   */
  record Command(String name, String about, CommandSpec spec, List<String> words) {
    Command {
      words = List.copyOf(words);
    }

    /** {@return whether it has a second word, as {@code tools accept}} */
    boolean isOfTwoWords() {
      return name.contains(" ");
    }

    /** {@return its options, each once} */
    List<OptionSpec> options() {
      return spec.options();
    }
  }

  /** {@return the tree whose first page is {@code help}} */
  static CommandTree of(String help) {
    var page = WrittenPage.of(help);
    var commands = new ArrayList<Command>();
    page.commands()
        .forEach((name, about) -> {
          var second = SECOND_WORDS.get(name);
          var spec = spec(name);
          commands.add(new Command(name, about, spec, words(name, spec, page)));
          if (second != null) {
            var both = name + " " + second;
            commands.add(new Command(both, about, spec(both), List.of()));
          }
        });
    return new CommandTree(page, List.copyOf(commands));
  }

  private static CommandSpec spec(String name) {
    return switch (name) {
      case "wrap" -> WrittenPage.of(WrapCommand.help()).spec(name);
      case "completion" -> WrittenPage.of(Manual.COMPLETION_HELP).spec(name);
      case "help" -> WrittenPage.of(Manual.HELP_HELP).spec(name);
      // Alone it does nothing.
      case "turn" -> CommandSpec.create().name(name);
      default -> {
        var spec = CommandModel.of(name);
        if (spec == null) {
          throw new IllegalStateException("the help page lists " + name + ", which is no command");
        }
        yield spec;
      }
    };
  }

  /** What a person may type first after the command: of the model, or of what is known here. */
  private static List<String> words(String name, CommandSpec spec, WrittenPage page) {
    return switch (name) {
      case "tools", "turn" -> List.of(Objects.requireNonNull(SECOND_WORDS.get(name)));
      case "completion" -> CompletionShell.names();
      case "help" -> {
        var words = new ArrayList<>(page.commands().keySet());
        Topic.names().stream().filter(topic -> !words.contains(topic)).forEach(words::add);
        yield words;
      }
      default -> {
        var words = new ArrayList<String>();
        for (var word : spec.positionalParameters()) {
          var candidates = word.completionCandidates();
          if (word.index().min() == 0 && candidates != null) {
            candidates.forEach(words::add);
          }
        }
        yield words;
      }
    };
  }

  /** {@return what may be typed first after {@code belay}, with what it is for} */
  Map<String, String> firstWords() {
    return page.commands();
  }
}
