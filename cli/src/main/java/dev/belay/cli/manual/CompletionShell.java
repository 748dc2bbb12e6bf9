package dev.belay.cli.manual;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** A shell that belay's command line can be completed in. */
enum CompletionShell {
  BASH {
    @Override
    String script(CommandTree tree) {
      return new BashCompletion(tree).script();
    }
  },
  ZSH {
    @Override
    String script(CommandTree tree) {
      return new ZshCompletion(tree).script();
    }
  },
  FISH {
    @Override
    String script(CommandTree tree) {
      return new FishCompletion(tree).script();
    }
  };

  /** What a value of an option is, as far as a shell can propose some. */
  enum Value {
    NONE,
    FILE,
    FOLDER,
    TEXT;

    static Value of(OptionSpec option) {
      return option.arity().max() == 0
          ? NONE
          : switch (option.paramLabel()) {
            case "FILE", "PATH" -> FILE;
            case "DIR" -> FOLDER;
            default -> TEXT;
          };
    }
  }

  /** {@return the script that its users load} */
  abstract String script(CommandTree tree);

  /** {@return the shell of that name; null if there is none} */
  static @Nullable CompletionShell named(String word) {
    return Arrays.stream(values())
        .filter(shell -> shell.word().equals(word))
        .findFirst()
        .orElse(null);
  }

  static List<String> names() {
    return Arrays.stream(values()).map(CompletionShell::word).toList();
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return what an option is for, in a line} */
  static String about(OptionSpec option) {
    return String.join(" ", option.description()).replace("%%", "%").strip();
  }
}
