package dev.belay.cli.command;

import dev.belay.cli.shell.HelpPage;
import dev.belay.cli.shell.HelpPage.Option;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.name.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command line as its help page allows it.
 *
 * @param options the values of each option that was given, in order; of a flag, none
 * @param words all else, in order
 */
record Said(Map<String, List<String>> options, List<String> words) {
  private static final String HELP = "--help";

  /** Reads what was typed before {@code --}. */
  static Said read(HelpPage page, List<String> typed) throws UsageException {
    var known = page.options();
    var options = new HashMap<String, List<String>>();
    var words = new ArrayList<String>();
    for (int at = 0; at < typed.size(); at++) {
      var word = typed.get(at);
      if (!word.startsWith("-") || word.equals("-")) {
        words.add(word);
        continue;
      }
      int equals = word.indexOf('=');
      var option = option(equals < 0 ? word : word.substring(0, equals), known);
      var values = options.computeIfAbsent(option.name(), _ -> new ArrayList<>());
      if (equals >= 0 && option.values() == 0) {
        throw new UsageException("option " + option.name() + " takes no value");
      }
      if (equals >= 0) {
        values.add(word.substring(equals + 1));
      }
      for (int more = equals < 0 ? 0 : 1; more < option.values(); more++) {
        if (++at == typed.size() || known.containsKey(typed.get(at))) {
          throw new UsageException("option " + option.name() + " needs a value");
        }
        values.add(typed.get(at));
      }
    }
    var said = new Said(options, words);
    if (!said.asksForHelp()) {
      said.check(page.parameters());
    }
    return said;
  }

  private static Option option(String name, Map<String, Option> known) throws UsageException {
    var option = known.get(name);
    if (option == null) {
      var nearest = Nearest.to(name, known.keySet());
      throw new UsageException(
          "unknown option "
              + name
              + (nearest == null ? "." : "; did you mean " + nearest + "?")
              + " Options of the server itself go after --");
    }
    return option;
  }

  private void check(Map<String, String> parameters) throws UsageException {
    int at = 0;
    for (var parameter : parameters.entrySet()) {
      if (parameter.getKey().endsWith("...]")) {
        return;
      }
      if (at++ >= words.size() && !parameter.getKey().startsWith("[")) {
        throw new UsageException(parameter.getKey() + " is missing: " + parameter.getValue());
      }
    }
    if (words.size() > parameters.size()) {
      throw new UsageException(
          "too many words, from '"
              + words.get(parameters.size())
              + "' on. A server's command goes after --");
    }
  }

  boolean asksForHelp() {
    return has(HELP);
  }

  /** {@return the values of that option in order, such as {@code --env}; empty without it} */
  List<String> values(String option) {
    return options.getOrDefault(option, List.of());
  }

  /** {@return whether that option was given, with a value or without one} */
  boolean has(String option) {
    return options.containsKey(option);
  }

  /** {@return the value that counts, which is the last one; null without that option} */
  @Nullable String value(String option) {
    var values = values(option);
    return values.isEmpty() ? null : values.getLast();
  }

  /** {@return the same, where that option has this one value} */
  Said with(String option, String value) {
    var changed = new HashMap<>(options);
    changed.put(option, List.of(value));
    return new Said(changed, words);
  }
}
