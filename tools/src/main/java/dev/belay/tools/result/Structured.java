package dev.belay.tools.result;

import dev.belay.tools.json.JavaJson;
import dev.belay.tools.schema.OutputSchema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes results of values that are neither text nor content: their JSON, for both readers. */
final class Structured {
  private final ResultBounds bounds;
  private final Whole whole;

  Structured(ResultBounds bounds, Whole whole) {
    this.bounds = bounds;
    this.whole = whole;
  }

  ToolResult of(Object value) throws UnusableResultException {
    var written = new BoundedBytes(Math.max(bounds.bytes(), whole.longest()));
    try {
      JavaJson.write(value, written);
    } catch (JacksonException e) {
      if (written.isFull()) {
        return Fitting.cut(written.text(), bounds);
      }
      throw unusable(value, e);
    }
    byte[] json = written.toArray();
    if (json.length > bounds.bytes()) {
      return whole.linkedJson(Fitting.cut(written.text(), bounds), json);
    }
    var node = JsonMapper.shared().readTree(json);
    var canonical = Canonical.of(node);
    if (canonical != null) {
      return canonical;
    }
    var structured =
        node instanceof ObjectNode object
            ? object
            : JsonMapper.shared().createObjectNode().set(OutputSchema.WRAPPED, node);
    var text = new Content.Text(new String(json, StandardCharsets.UTF_8));
    return new ToolResult(List.of(text), SuccessEnvelope.isFailure(node), structured, null);
  }

  static UnusableResultException unusable(Object value, JacksonException e) {
    var type = value.getClass().getName();
    if (e instanceof StreamConstraintsException || e.getCause() instanceof StackOverflowError) {
      return new UnusableResultException(
          "The tool returned a "
              + type
              + " that contains itself, or is nested too deep for JSON. Return a record of what"
              + " matters.",
          e);
    }
    return new UnusableResultException(
        "The tool returned a "
            + type
            + " that cannot be written as JSON: "
            + e.getOriginalMessage(),
        e);
  }
}
