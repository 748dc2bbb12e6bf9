package dev.belay.cli.manual;

import static java.util.stream.Collectors.joining;

import dev.belay.cli.manual.CommandTree.Command;
import dev.belay.cli.manual.CompletionShell.Value;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** The completion of belay for bash, from 3.2 on. */
record BashCompletion(CommandTree tree) {
  String script() {
    return """
    # Completion of belay for bash, as printed by: belay completion bash
    _belay() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} second= i
      local options= files= folders= texts= words=
      COMPREPLY=()
      # Behind -- stands the command of a server.
      for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
          if declare -F _command_offset >/dev/null; then
            _command_offset $((i + 1))
          elif ((i + 1 == COMP_CWORD)); then
            COMPREPLY=($(compgen -c -- "$cur"))
          else
            COMPREPLY=($(compgen -f -- "$cur"))
          fi
          return
        fi
      done
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "@FIRST@" -- "$cur"))
        return
      fi
      # bash takes --option=value for three words.
      if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
      if ((COMP_CWORD > 2)); then second=${COMP_WORDS[2]}; fi
      case "${COMP_WORDS[1]} $second" in
    @COMMANDS@
        *) return ;;
      esac
      if [[ " $files " == *" $prev "* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
      elif [[ " $folders " == *" $prev "* ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -d -- "$cur"))
      elif [[ " $texts " == *" $prev "* ]]; then
        return
      elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
      elif [[ -n $words ]]; then
        if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
      else
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$cur"))
      fi
    }
    complete -F _belay belay
    """
        .replace("@FIRST@", String.join(" ", firstWords()))
        .replace("@COMMANDS@", commands());
  }

  private List<String> firstWords() {
    var options = tree.page().options().stream().flatMap(option -> Stream.of(option.names()));
    return Stream.concat(tree.firstWords().keySet().stream(), options).toList();
  }

  /** A case for each command; one of two words stands before the first of them alone. */
  private String commands() {
    return tree.commands().stream()
        .sorted(Comparator.comparing(command -> !command.isOfTwoWords()))
        .map(BashCompletion::one)
        .collect(joining("\n"));
  }

  private static String one(Command command) {
    var pattern = "\"" + command.name() + (command.isOfTwoWords() ? "\"" : " \"*");
    return "    "
        + pattern
        + ")\n"
        + variable("options", command.options().stream())
        + variable("files", having(command, Value.FILE))
        + variable("folders", having(command, Value.FOLDER))
        + variable("texts", having(command, Value.TEXT))
        + (command.words().isEmpty()
            ? ""
            : "      words=\"" + String.join(" ", command.words()) + "\"\n")
        + "      ;;";
  }

  private static Stream<OptionSpec> having(Command command, Value value) {
    return command.options().stream().filter(option -> Value.of(option) == value);
  }

  private static String variable(String name, Stream<OptionSpec> options) {
    var names = options.flatMap(option -> Stream.of(option.names())).collect(joining(" "));
    return names.isEmpty() ? "" : "      " + name + "=\"" + names + "\"\n";
  }
}
