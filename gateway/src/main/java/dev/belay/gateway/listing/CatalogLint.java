package dev.belay.gateway.listing;

import dev.belay.tools.lint.Finding;
import dev.belay.tools.lint.ToolLint;
import java.util.ArrayList;
import java.util.List;

/** Lint of a server's tools, for clients and models, and for invisible characters. */
public final class CatalogLint {
  private final ToolLint lint;

  /**
   * Takes all tools of one server, as JSON.
   *
   * @throws IllegalArgumentException if one of them is not JSON
   */
  public CatalogLint(List<byte[]> tools) {
    lint = new ToolLint(tools);
  }

  /** {@return the findings of one of these tools} */
  public List<Finding> of(byte[] tool) {
    var findings = new ArrayList<>(lint.of(tool));
    var unseen = Unseen.inTool(tool);
    if (!unseen.isEmpty()) {
      findings.add(
          new Finding(
              "it holds characters that a model reads and a person does not see: "
                  + String.join(", ", unseen),
              "Remove these characters, or do not trust the server.",
              null));
    }
    return findings;
  }
}
