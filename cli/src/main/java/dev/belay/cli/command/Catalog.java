package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.mcp.envelope.JsonString;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A server's tools as {@code belay tools} prints them. */
final class Catalog {
  private static final int LONGEST_LINE = 60;

  /** Close enough for English and JSON in every common tokenizer. */
  private static final int BYTES_PER_TOKEN = 4;

  private final List<ToolDefinition> tools;

  Catalog(List<ToolDefinition> tools) {
    this.tools = tools;
  }

  /** {@return a table, its sum, and below it what is odd} */
  String text() {
    var table = new Table();
    table.row("TOOL", "BYTES", "~TOKENS", "DESCRIPTION");
    for (var tool : tools) {
      table.row(
          printable(tool.name()),
          Integer.toString(tool.bytes()),
          Integer.toString(tokens(tool.bytes())),
          firstLine(tool.description()));
    }
    table.row(
        tools.size() + (tools.size() == 1 ? " tool" : " tools"),
        Integer.toString(bytes()),
        Integer.toString(tokens(bytes())),
        "");
    var lint = new StringBuilder();
    for (var tool : tools) {
      for (var finding : ToolLint.of(tool, tools)) {
        lint.append(printable(tool.name())).append(": ").append(finding).append('\n');
      }
    }
    return lint.isEmpty() ? table.text() : table.text() + "\n" + lint;
  }

  /** {@return the same for programs} */
  String json() {
    var all = new StringJoiner(",\n  ", "{\"tools\":[\n  ", "\n ],\n");
    all.setEmptyValue("{\"tools\":[],\n");
    for (var tool : tools) {
      var lint = new StringJoiner(",", "[", "]");
      ToolLint.of(tool, tools).forEach(finding -> lint.add(JsonString.quote(finding)));
      var description = tool.description();
      all.add(
          "{\"name\":"
              + JsonString.quote(tool.name())
              + ",\"description\":"
              + (description == null ? "null" : JsonString.quote(description))
              + sizes(tool.bytes())
              + ",\"lint\":"
              + lint
              + "}");
    }
    return all + " \"total\":{\"tools\":" + tools.size() + sizes(bytes()) + "}}\n";
  }

  private static String sizes(int bytes) {
    return ",\"bytes\":" + bytes + ",\"tokens\":" + tokens(bytes);
  }

  private int bytes() {
    return tools.stream().mapToInt(ToolDefinition::bytes).sum();
  }

  private static int tokens(int bytes) {
    return Math.ceilDiv(bytes, BYTES_PER_TOKEN);
  }

  private static String firstLine(@Nullable String description) {
    var line = description == null ? "" : printable(description.lines().findFirst().orElse(""));
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE - 3) + "...";
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
