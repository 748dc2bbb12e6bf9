package dev.belay.cli.manual;

import dev.belay.cli.manual.CommandTree.Command;
import dev.belay.cli.manual.CompletionShell.Value;
import java.util.Map;
import picocli.CommandLine.Model.OptionSpec;

/** The completion of belay for fish. */
record FishCompletion(CommandTree tree) {
  private static final String HEAD =
      """
      # Completion of belay for fish, as printed by: belay completion fish
      function __belay_first
        test (count (commandline -opc)) -eq 1
      end
      # True in the command of these words, before a server's own command.
      function __belay_in
        set -l words (commandline -opc)
        contains -- -- $words; and return 1
        test "$words[2..]" = "$argv"; or string match -q -- "$argv *" "$words[2..]"
      end
      # True right behind that command.
      function __belay_at
        test (commandline -opc)[2..] = "$argv" 2>/dev/null
      end
      function __belay_behind
        contains -- -- (commandline -opc)
      end
      # What the server's own command has to propose.
      function __belay_server
        set -l words (commandline -opc)
        set -l at (contains -i -- -- $words)
        set -l own (string escape -- $words[(math $at + 1)..])
        complete -C "$own "(commandline -ct)
      end
      complete -c belay -n __belay_behind -xa '(__belay_server)'
      """;

  String script() {
    var script = new StringBuilder(HEAD);
    for (var option : tree.page().options()) {
      line(script, "__belay_first", option);
    }
    for (Map.Entry<String, String> word : tree.firstWords().entrySet()) {
      script.append(
          "complete -c belay -f -n __belay_first -a %s -d %s\n"
              .formatted(word.getKey(), quoted(word.getValue())));
    }
    tree.commands().forEach(command -> one(script, command));
    return script.toString();
  }

  private static void one(StringBuilder script, Command command) {
    if (!command.words().isEmpty()) {
      script.append(
          "complete -c belay -f -n '__belay_at %s' -a '%s'\n"
              .formatted(command.name(), String.join(" ", command.words())));
    }
    for (var option : command.options()) {
      line(script, "__belay_in " + command.name(), option);
    }
  }

  private static void line(StringBuilder script, String condition, OptionSpec option) {
    script.append("complete -c belay -n ").append(quoted(condition));
    for (var name : option.names()) {
      boolean isLong = name.startsWith("--");
      script.append(isLong ? " -l " : " -s ").append(name.substring(isLong ? 2 : 1));
    }
    script.append(
        switch (Value.of(option)) {
          case NONE -> "";
          case FILE -> " -rF";
          case FOLDER -> " -xa '(__fish_complete_directories)'";
          case TEXT -> " -x";
        });
    script.append(" -d ").append(quoted(CompletionShell.about(option))).append('\n');
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
