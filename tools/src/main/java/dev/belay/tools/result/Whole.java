package dev.belay.tools.result;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** Links a cut result to its whole output, if that is kept. */
final class Whole {
  private static final String JSON = "application/json";

  private final CutOutput kept;

  Whole(CutOutput kept) {
    this.kept = kept;
  }

  /** {@return the largest output worth making} */
  int longest() {
    return kept.longest();
  }

  /** {@return the cut result of this text, with a link to the whole text} */
  ToolResult linked(ToolResult cut, CharSequence text) {
    if (Utf8Length.of(text, longest()) > longest()) {
      return cut;
    }
    return linked(cut, text.toString().getBytes(StandardCharsets.UTF_8), "text/plain");
  }

  /** {@return the cut result of this JSON, with a link to the whole JSON} */
  ToolResult linkedJson(ToolResult cut, byte[] json) {
    return json.length > longest() ? cut : linked(cut, json, JSON);
  }

  /** {@return the cut result with a link to the whole one, as JSON if that is more than a text} */
  ToolResult linked(ToolResult cut, ToolResult whole) {
    if (whole.structured() == null
        && whole.content().size() == 1
        && whole.content().getFirst() instanceof Content.Text(String text)) {
      return linked(cut, text);
    }
    long bytes = 0;
    for (var piece : whole.content()) {
      bytes += Fitting.size(piece, longest());
    }
    // Measured before it is written, since writing takes as much memory again.
    return bytes > longest() ? cut : linkedJson(cut, ResultWriter.write(whole, ResultVersion.V2));
  }

  private ToolResult linked(ToolResult cut, byte[] utf8, String mimeType) {
    var content = new ArrayList<Content>(cut.content());
    content.add(
        new Content.Link(
            kept.keep(utf8, mimeType),
            "whole-output",
            "All of the output that is cut here. Read it soon: it is kept for a while only.",
            mimeType,
            utf8.length));
    return new ToolResult(content, cut.isError(), cut.structured(), cut.meta());
  }
}
