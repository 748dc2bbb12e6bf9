package dev.belay.tools.result;

import dev.belay.tools.json.JavaJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes results from values other than text and content: their JSON, as text and as structured
 * content.
 */
final class Structured {
  private static final Set<String> ENVELOPE = Set.of("success", "data", "messages");

  private final ResultBounds bounds;
  private final Whole whole;
  private final boolean isPromised;

  Structured(ResultBounds bounds, Whole whole, boolean isPromised) {
    this.bounds = bounds;
    this.whole = whole;
    this.isPromised = isPromised;
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
    var canonical = canonical(node);
    return canonical == null
        ? new ToolResult(
            List.of(new Content.Text(new String(json, StandardCharsets.UTF_8))),
            isFailure(node),
            node,
            null)
        : canonical;
  }

  /**
   * Reads {@code value} as a result in the frozen form (S4-40); if the tool has an output schema,
   * the value is also its structured content.
   *
   * @return null if it is not in that form
   */
  private @Nullable ToolResult canonical(JsonNode value) {
    var items = value.path("content");
    if (!value.path("isError").isBoolean() || !items.isArray() || items.isEmpty()) {
      return null;
    }
    var content = new ArrayList<Content>();
    for (var item : items) {
      if (!item.path("type").asString("").equals("text") || !item.path("text").isString()) {
        return null;
      }
      content.add(new Content.Text(item.get("text").asString()));
    }
    boolean isError = value.get("isError").booleanValue();
    return new ToolResult(content, isError, isPromised ? value : null, null);
  }

  /**
   * {@return whether {@code node} is an envelope of {@code success}, {@code data} and {@code
   * messages}, the last two optional, that reports a failure (S2-24, C2)}
   */
  private static boolean isFailure(JsonNode node) {
    return node.isObject()
        && node.size() > 1
        && ENVELOPE.containsAll(node.propertyNames())
        && node.path("success").isBoolean()
        && !node.path("success").booleanValue();
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
