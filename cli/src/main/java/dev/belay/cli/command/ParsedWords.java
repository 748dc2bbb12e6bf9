package dev.belay.cli.command;

import java.util.List;
import picocli.CommandLine.ParseResult;

/** Options as the library has read them. */
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
