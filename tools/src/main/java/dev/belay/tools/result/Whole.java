package dev.belay.tools.result;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;

/** Links a result that was cut with all that it would have been, if somebody keeps that. */
final class Whole {
  private static final String JSON = "application/json";

  private final CutOutput kept;

  Whole(CutOutput kept) {
    this.kept = kept;
  }

  /** {@return how much of an output is worth making} */
  int longest() {
    return kept.longest();
  }

  /** {@return the result that was cut of this text, with a link to all of it} */
  ToolResult linked(ToolResult cut, CharSequence text) {
    if (Utf8Length.of(text, longest()) > longest()) {
      return cut;
    }
    return linked(cut, text.toString().getBytes(StandardCharsets.UTF_8), "text/plain");
  }

  /** {@return the result that was cut of this JSON, with a link to all of it} */
  ToolResult linkedJson(ToolResult cut, byte[] json) {
    return json.length > longest() ? cut : linked(cut, json, JSON);
  }

  /** {@return what was cut, with a link to what it was; as JSON, if that is more than a text} */
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
    // Looked at before it is written, which takes as much room again.
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
