package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What makes a tool's definition hard to use, or costly, for a model. */
final class ToolLint {
  private static final int LONGEST_DESCRIPTION = 140;

  /** What model providers take (MCP 2025-11-25 §tools/names). */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  private ToolLint() {}

  /** {@return what is wrong or odd about {@code tool}, one sentence each} */
  static List<String> of(ToolDefinition tool, List<ToolDefinition> all) {
    var findings = new ArrayList<String>();
    if (!NAME.matcher(tool.name()).matches()) {
      findings.add("the name does not fit [A-Za-z0-9_.-]{1,128}");
    }
    if (all.stream().filter(other -> other.name().equals(tool.name())).count() > 1) {
      findings.add("the name is there twice");
    }
    var description = tool.description();
    if (description == null || description.isBlank()) {
      findings.add("no description");
    } else if (description.length() > LONGEST_DESCRIPTION) {
      findings.add(
          "the description has "
              + description.length()
              + " characters, more than "
              + LONGEST_DESCRIPTION);
    }
    if (!"object".equals(tool.schemaType())) {
      findings.add("the type of inputSchema is not \"object\"");
    }
    tool.parameters()
        .forEach((name, described) -> {
          if (!described) {
            findings.add("parameter '" + name + "' has no description");
          }
        });
    return findings;
  }
}
