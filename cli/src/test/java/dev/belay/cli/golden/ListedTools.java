package dev.belay.cli.golden;

import java.io.IOException;

/** A short list of tools with all that a definition may have, for the server with faults. */
final class ListedTools {
  private static final String JSON =
      """
      [
        {"name":"echo","title":"Echo","description":"Answers with the text.",
         "inputSchema":{"type":"object","properties":{"text":{"type":"string","description":"To be said again"}},"required":["text"]},
         "annotations":{"title":"Echo","readOnlyHint":true,"idempotentHint":true}},
        {"name":"state","description":"Answers with what was set before.",
         "inputSchema":{"type":"object","properties":{"set":{"type":"string"}}},
         "annotations":{"destructiveHint":true}},
        {"name":"sleep","description":"Silent until a file is there.","inputSchema":{"type":"object"}},
        {"name":"progress","description":"Reports each step.","inputSchema":{"type":"object"}},
        {"name":"hang_honouring_cancel","description":"Never answers, and stops when it is cancelled.",
         "inputSchema":{"type":"object","properties":{"mark":{"type":"string"},"api_key":{"type":"string","x-secret":true}}}},
        {"name":"hang","description":"Never answers.","inputSchema":{"type":"object"}},
        {"name":"ask","description":"Asks its client.","inputSchema":{"type":"object"}},
        {"name":"crash","description":"Ends its server.","inputSchema":{"type":"object"}},
        {"name":"task","description":"Works as a task.","inputSchema":{"type":"object"},
         "execution":{"taskSupport":"optional"}},
        {"name":"measure","title":"Measure","description":"Has a schema for what it answers.",
         "inputSchema":{"type":"object"},
         "outputSchema":{"type":"object","properties":{"metres":{"type":"number"}},"required":["metres"]},
         "icons":[{"src":"https://example.com/measure.png","mimeType":"image/png"}],
         "_meta":{"example.com/unit":"metre"}}
      ]
      """;

  private ListedTools() {}

  /** {@return the path of a file with the list, in the folder of a gateway} */
  static String file(Gateway gateway) throws IOException {
    return gateway.file("tools.json", JSON.replaceAll("\\s*\n\\s*", ""));
  }
}
