package dev.belay.cli.manual;

import static java.util.stream.Collectors.joining;

import dev.belay.cli.manual.CommandTree.Command;
import dev.belay.cli.manual.CompletionShell.Value;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** The completion of belay for zsh. */
record ZshCompletion(CommandTree tree) {
  String script() {
    return """
    #compdef belay
    # Completion of belay for zsh, as printed by: belay completion zsh
    _belay() {
      local end=${words[(i)--]} state line
      typeset -A opt_args
      # Behind -- stands the command of a server.
      if (( end < CURRENT )); then
        words=("${(@)words[end+1,-1]}")
        (( CURRENT -= end ))
        _normal
        return
      fi
      _arguments -C \\
        '(- *)'{-h,--help}'[show this help]' \\
        '(- *)'{-V,--version}'[show the version]' \\
        '1:command:->command' \\
        '*::argument:->argument' && return
      case $state in
        command)
          local -a commands=(
    @FIRST@
          )
          _describe command commands
          ;;
        argument)
          if (( CURRENT > 2 )); then
            case "$words[1] $words[2]" in
    @SECOND@
            esac
          fi
          case $words[1] in
    @COMMANDS@
          esac
          ;;
      esac
    }
    if [[ $funcstack[1] == _belay ]]; then _belay "$@"; else compdef _belay belay; fi
    """
        .replace("@FIRST@", firstWords())
        .replace("@SECOND@", commands(true))
        .replace("@COMMANDS@", commands(false));
  }

  private String firstWords() {
    return tree.firstWords().entrySet().stream()
        .map(word -> "        " + quoted(word.getKey() + ":" + word.getValue()))
        .collect(joining("\n"));
  }

  private String commands(boolean ofTwo) {
    var indent = ofTwo ? "          " : "        ";
    return tree.commands().stream()
        .filter(command -> command.isOfTwoWords() == ofTwo)
        .map(command -> one(command, ofTwo, indent))
        .collect(joining("\n"));
  }

  private static String one(Command command, boolean ofTwo, String indent) {
    var specs = new ArrayList<String>();
    command.options().forEach(option -> specs.addAll(specs(option)));
    if (!command.words().isEmpty()) {
      specs.add(quoted("1:word:(" + String.join(" ", command.words()) + ")"));
    } else {
      specs.add(quoted("*:file:_files"));
    }
    var shift = ofTwo ? "shift words; (( CURRENT-- )); " : "";
    return indent
        + (ofTwo ? "\"" + command.name() + "\"" : command.name())
        + ") "
        + shift
        + "_arguments "
        + String.join(" \\\n" + indent + "  ", specs)
        + (ofTwo ? "; return ;;" : " ;;");
  }

  private static List<String> specs(OptionSpec option) {
    var names = List.of(option.names());
    var value =
        switch (Value.of(option)) {
          case NONE -> "";
          case FILE -> ":" + escaped(option.paramLabel()) + ":_files";
          case FOLDER -> ":" + escaped(option.paramLabel()) + ":_files -/";
          case TEXT -> ":" + escaped(option.paramLabel()) + ": ";
        };
    var about = "[" + escaped(CompletionShell.about(option)) + "]";
    var excluded =
        option.isMultiValue() ? "*" : names.size() == 1 ? "" : "(" + String.join(" ", names) + ")";
    return names.stream()
        .map(name ->
            // Of short options zsh must hear that a value may stand apart.
            quoted(excluded + name + (value.isEmpty() ? "" : joint(name)) + about + value))
        .toList();
  }

  private static String joint(String name) {
    return name.startsWith("--") ? "=" : "+";
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
