package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The answer to a call, as a person or a script reads it (MCP 2025-11-25 §tools/results). */
final class CallResult {
  private static final String OUTCOME = "dev.belay/outcome";

  private final Envelope response;
  private final byte[] bytes;

  CallResult(Envelope response) {
    this.response = response;
    bytes = response.bytes();
  }

  /** {@return the answer that has this result} */
  static CallResult of(byte[] result) {
    return new CallResult(
        Envelope.parseOwn(
            JsonObject.empty()
                .setText("jsonrpc", "2.0")
                .setText("id", "")
                .set("result", result)
                .json()));
  }

  /** {@return whether the tool or the protocol reports a failure} */
  boolean isError() {
    return response.kind() == Kind.ERROR
        || response.isTrue(Member.RESULT_IS_ERROR)
        || isUnfinished();
  }

  /** {@return how a job ended that has this result (C9)} */
  ExitCode exit() {
    if (!isError()) {
      return ExitCode.OK;
    }
    var outcome =
        Slices.find(bytes, new Span(0, bytes.length), "result", "_meta", OUTCOME, "outcome");
    var word = outcome == null || !outcome.isString(bytes) ? "" : JsonString.decode(bytes, outcome);
    return switch (word) {
      case "timed out" -> ExitCode.TIMED_OUT;
      case "cancelled" -> ExitCode.INTERRUPTED;
      default -> ExitCode.ERROR;
    };
  }

  /** A question in place of a result (MCP 2026-07-28 §results). */
  private boolean isUnfinished() {
    var type = response.text(Member.RESULT_TYPE);
    return type != null && !type.equals("complete");
  }

  /** {@return the result, or the error in its place, as received} */
  String json() {
    var raw = response.raw(response.kind() == Kind.ERROR ? Member.ERROR : Member.RESULT);
    return raw == null ? "{}" : new String(raw, StandardCharsets.UTF_8);
  }

  /**
   * {@return the text content, with a note for each item of another type, line by line; without any
   * text, also the structured content}
   */
  String text() {
    if (response.kind() == Kind.ERROR) {
      var message = response.text(Member.ERROR_MESSAGE);
      return line(message == null ? json() : message);
    }
    if (isUnfinished()) {
      return "The tool gave no result but asks for input, which belay on a command line cannot give"
          + " (--json shows all).\n";
    }
    var content = response.span(Member.RESULT_CONTENT);
    var text = new StringBuilder();
    boolean anyText = false;
    if (content != null && content.isArray(bytes)) {
      for (var item : Slices.items(bytes, content)) {
        anyText |= "text".equals(text(item, "type"));
        text.append(line(shown(item)));
      }
    }
    var structured = response.raw(Member.RESULT_STRUCTURED_CONTENT);
    if (!anyText && structured != null) {
      text.append(line(new String(structured, StandardCharsets.UTF_8)));
    }
    return text.toString();
  }

  private String shown(Span item) {
    var type = text(item, "type");
    return switch (type) {
      case "text" -> orNothing(text(item, "text"));
      case "image", "audio" ->
          note(type + " " + orNothing(text(item, "mimeType")) + ", " + size(item) + " of base64");
      case "resource_link" -> note("resource link " + orNothing(text(item, "uri")));
      case "resource" -> {
        var inside = text(item, "resource", "text");
        yield inside == null
            ? note("resource " + orNothing(text(item, "resource", "uri")))
            : inside;
      }
      case null, default -> note(type == null ? "content without a type" : type);
    };
  }

  private static String note(String what) {
    return "[" + what + "; --json shows all]";
  }

  private String size(Span item) {
    var data = Slices.find(bytes, item, "data");
    return (data == null ? 0 : data.length() - 2) + " bytes";
  }

  private @Nullable String text(Span item, String... path) {
    var found = Slices.find(bytes, item, path);
    return found == null || !found.isString(bytes) ? null : JsonString.decode(bytes, found);
  }

  private static String orNothing(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String line(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }
}
