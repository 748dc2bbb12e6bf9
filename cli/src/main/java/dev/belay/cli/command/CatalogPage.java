package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.gateway.listing.CatalogLint;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonString;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A server's tools as {@code belay tools} prints them. */
final class CatalogPage {
  private static final int LONGEST_LINE = 60;

  /** Close enough for English and JSON in every common tokenizer. */
  private static final int BYTES_PER_TOKEN = 4;

  private final List<ToolDefinition> tools;
  private final CatalogLint lint;

  CatalogPage(List<ToolDefinition> tools) {
    this.tools = tools;
    lint = new CatalogLint(tools.stream().map(ToolDefinition::json).toList());
  }

  /** {@return a table of the tools with totals, and the lint findings below it} */
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
    var odd = new StringBuilder();
    for (var tool : tools) {
      for (var finding : lint.of(tool.json())) {
        odd.append(printable(tool.name())).append(": ");
        odd.append(printable(finding.message())).append('\n');
      }
    }
    return odd.isEmpty() ? table.text() : table.text() + "\n" + odd;
  }

  /** {@return the lint findings, each with advice and its source} */
  String lint() {
    var text = new StringBuilder();
    int odd = 0;
    int findings = 0;
    for (var tool : tools) {
      var found = lint.of(tool.json());
      odd += found.isEmpty() ? 0 : 1;
      findings += found.size();
      for (var finding : found) {
        var source = finding.source();
        text.append(printable(tool.name())).append(": ").append(printable(finding.message()));
        text.append("\n    ").append(finding.advice());
        text.append(source == null ? "\n" : " [" + source + "]\n");
      }
    }
    return text.append(findings)
        .append(findings == 1 ? " finding in " : " findings in ")
        .append(odd)
        .append(" of ")
        .append(tools.size())
        .append(tools.size() == 1 ? " tool\n" : " tools\n")
        .toString();
  }

  /** {@return the tools, their sizes and their findings as JSON} */
  String json() {
    var all = new StringJoiner(",\n  ", "{\"tools\":[\n  ", "\n ],\n");
    all.setEmptyValue("{\"tools\":[],\n");
    for (var tool : tools) {
      var odd = new StringJoiner(",", "[", "]");
      lint.of(tool.json()).forEach(finding -> odd.add(JsonString.quote(finding.message())));
      var description = tool.description();
      all.add(
          "{\"name\":"
              + JsonString.quote(tool.name())
              + ",\"description\":"
              + (description == null ? "null" : JsonString.quote(description))
              + sizes(tool.bytes())
              + ",\"lint\":"
              + odd
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
    return Controls.line(text);
  }
}
