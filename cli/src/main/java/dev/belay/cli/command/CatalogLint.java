package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.gateway.listing.Unseen;
import dev.belay.tools.lint.Finding;
import dev.belay.tools.lint.ToolLint;
import java.util.ArrayList;
import java.util.List;

/** What is odd about the tools of a server: for clients and models, and for who must see it all. */
final class CatalogLint {
  private final ToolLint lint;

  CatalogLint(List<ToolDefinition> tools) {
    lint = new ToolLint(tools.stream().map(ToolDefinition::json).toList());
  }

  List<Finding> of(ToolDefinition tool) {
    var findings = new ArrayList<>(lint.of(tool.json()));
    var unseen = Unseen.inTool(tool.json());
    if (!unseen.isEmpty()) {
      findings.add(
          new Finding(
              "it holds what a model reads and a person does not see: " + String.join(", ", unseen),
              "Remove these characters, or do not trust the server.",
              null));
    }
    return findings;
  }
}
