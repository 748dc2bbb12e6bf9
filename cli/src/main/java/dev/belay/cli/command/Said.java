package dev.belay.cli.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/** The options of a command line with their values. */
interface Said {
  /** {@return the values of that option in order, such as {@code --env}; empty without it} */
  List<String> values(String option);

  /** {@return whether that option was given, with a value or without one} */
  default boolean has(String option) {
    return !values(option).isEmpty();
  }

  /** {@return the effective value, which is the last one; null without that option} */
  default @Nullable String value(String option) {
    var values = values(option);
    return values.isEmpty() ? null : values.getLast();
  }

  /** Options as parsed by the command-line library. */
  record ParsedWords(ParseResult said) implements Said {
    @Override
    public boolean has(String option) {
      return said.hasMatchedOption(option);
    }

    @Override
    public List<String> values(String option) {
      return said.hasMatchedOption(option)
          ? said.matchedOption(option).originalStringValues()
          : List.of();
    }
  }

  /**
   * Plain options, parsed by hand: loading the library would take as long as everything else before
   * a server's first answer.
   */
  record PlainWords(Map<String, List<String>> values) implements Said {
    /**
     * {@return the options; null if any word is not as plain as {@code --port 0} or {@code
     * --port=0}, so that the library must parse the words and explain errors}
     *
     * @param options names of options that take a value
     * @param flags names of options without one
     */
    static @Nullable PlainWords read(List<String> words, Set<String> options, Set<String> flags) {
      var values = new HashMap<String, List<String>>();
      int at = 0;
      while (at < words.size()) {
        var word = words.get(at++);
        if (flags.contains(word)) {
          values.put(word, List.of(""));
          continue;
        }
        int equals = word.indexOf('=');
        var option = equals < 0 ? word : word.substring(0, equals);
        if (!options.contains(option)) {
          return null;
        }
        if (equals < 0 && (at == words.size() || words.get(at).startsWith("-"))) {
          return null;
        }
        var value = equals < 0 ? words.get(at++) : word.substring(equals + 1);
        values.computeIfAbsent(option, _ -> new ArrayList<>()).add(value);
      }
      return new PlainWords(values);
    }

    @Override
    public List<String> values(String option) {
      return values.getOrDefault(option, List.of());
    }
  }
}
