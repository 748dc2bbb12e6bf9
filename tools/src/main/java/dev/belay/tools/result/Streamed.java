package dev.belay.tools.result;

import dev.belay.tools.json.JavaJson;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** Makes one result from a stream of items that may be endless. */
final class Streamed {
  private final ResultBounds bounds;
  private final List<Content> content = new ArrayList<>();
  private final ArrayNode values = JsonMapper.shared().createArrayNode();
  private long bytes;

  Streamed(ResultBounds bounds) {
    this.bounds = bounds;
  }

  ToolResult read(Iterator<?> items) throws UnusableResultException, InterruptedException {
    int taken = 0;
    while (items.hasNext()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while the tool's stream was read");
      }
      if (taken == bounds.items() || bytes >= bounds.bytes()) {
        return cut(taken);
      }
      add(items.next());
      taken++;
    }
    if (values.isEmpty()) {
      return Fitting.fit(new ToolResult(content, false, null, null), bounds, false);
    }
    return new ToolResult(List.of(new Content.Text(values.toString())), false, values, null);
  }

  private ToolResult cut(int taken) {
    if (!values.isEmpty()) {
      content.add(new Content.Text(values.toString()));
    }
    var kept = new ArrayList<>(Fitting.cut(content, bounds));
    kept.add(
        new Content.Text(
            "[cut: the tool had more than the %,d items above. Ask for less at a time.]"
                .formatted(taken)));
    return new ToolResult(kept, false, null, null);
  }

  private void add(@Nullable Object item) throws UnusableResultException {
    if (item instanceof Content piece) {
      content.add(piece);
      bytes += Fitting.size(piece, bounds.bytes());
    } else {
      addValue(item);
    }
    if (!content.isEmpty() && !values.isEmpty()) {
      throw new UnusableResultException(
          "The tool returned Content and other values in one list or stream. Return either.");
    }
  }

  private void addValue(@Nullable Object item) throws UnusableResultException {
    if (item == null) {
      values.addNull();
      return;
    }
    var written = new BoundedBytes(bounds.bytes());
    try {
      JavaJson.write(item, written);
      values.add(JsonMapper.shared().readTree(written.toArray()));
    } catch (JacksonException e) {
      if (!written.isFull()) {
        throw Structured.unusable(item, e);
      }
      values.add(written.text());
    }
    bytes += written.size();
  }
}
