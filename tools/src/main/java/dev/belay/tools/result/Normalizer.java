package dev.belay.tools.result;

import dev.belay.tools.check.ValueCheck;
import dev.belay.tools.schema.JsonSchema;
import dev.belay.tools.schema.OutputSchema;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns the return values of one tool into results (S4-39, S4-40) that are never empty and never
 * beyond the bounds.
 *
 * <p>Safe for use by many threads.
 */
public final class Normalizer {
  private final ResultBounds bounds;
  private final Promise promise;

  /**
   * Creates a normalizer with {@code bounds}.
   *
   * @param output the schema of the tool's structured content; null for none
   */
  public Normalizer(ResultBounds bounds, @Nullable JsonSchema output) {
    this.bounds = bounds;
    promise = new Promise(output);
  }

  /**
   * Returns the result of a returned value.
   *
   * <p>A stream is read and closed here, on a thread that can be interrupted.
   *
   * @throws UnusableResultException if it cannot become a result, or violates the output schema
   */
  public ToolResult of(@Nullable Object returned)
      throws UnusableResultException, InterruptedException {
    return of(returned, CutOutput.NOWHERE);
  }

  /**
   * Returns the result of a returned value, with a link to the whole output if it was cut. A stream
   * is not read further for the link.
   *
   * @param kept keeps the whole output
   */
  public ToolResult of(@Nullable Object returned, CutOutput kept)
      throws UnusableResultException, InterruptedException {
    var whole = new Whole(kept);
    return switch (returned) {
      case null -> promise.ofNothing();
      case ToolResult result -> fitting(result, whole);
      case CharSequence text -> promise.kept(Fitting.text(text, bounds, whole));
      case Content content -> fitting(new ToolResult(List.of(content), false, null, null), whole);
      case Optional<?> optional -> of(optional.orElse(null), kept);
      case byte[] _ ->
          throw new UnusableResultException(
              "The tool returned byte[], and nobody knows what these bytes are. Return"
                  + " Content.image(bytes, mimeType), Content.audio(bytes, mimeType) or"
                  + " Content.resource(uri, mimeType, bytes).");
      case Future<?> _ ->
          throw new UnusableResultException(
              "The tool returned a Future. Wait for it and return what it gives: the call has a"
                  + " thread of its own.");
      case BaseStream<?, ?> stream -> {
        try (stream) {
          yield promise.kept(new Streamed(bounds).read(stream.iterator()));
        }
      }
      case Collection<?> list when isContent(list) ->
          linked(new Streamed(bounds).read(list.iterator()), list, whole);
      default -> promise.kept(new Structured(bounds, whole, promise.isMade()).of(returned));
    };
  }

  private ToolResult fitting(ToolResult result, Whole whole) throws UnusableResultException {
    var fitting = Fitting.fit(promise.kept(result), bounds, promise.isMade());
    return fitting.equals(result) ? fitting : whole.linked(fitting, result);
  }

  /** A list is complete already, unlike a stream. */
  private ToolResult linked(ToolResult read, Collection<?> list, Whole whole)
      throws UnusableResultException {
    var made = promise.kept(read);
    var pieces = list.stream().filter(Content.class::isInstance).map(Content.class::cast).toList();
    return list.isEmpty() || made.content().equals(pieces)
        ? made
        : whole.linked(made, new ToolResult(pieces, false, null, null));
  }

  /** An empty list reveals no type of items; whether the tool has an output schema decides. */
  private boolean isContent(Collection<?> list) {
    return list.isEmpty() ? !promise.isMade() : list.iterator().next() instanceof Content;
  }

  /** A tool's output schema, which clients check (MCP 2026-07-28 §output-schema). */
  static final class Promise {
    private final @Nullable JsonSchema schema;
    private volatile @Nullable ValueCheck check;

    Promise(@Nullable JsonSchema schema) {
      this.schema = schema;
    }

    boolean isMade() {
      return schema != null;
    }

    /** {@return the same result} */
    ToolResult kept(ToolResult result) throws UnusableResultException {
      if (schema == null || result.isError()) {
        return result;
      }
      var structured = result.structured();
      if (structured == null) {
        throw new UnusableResultException(
            "The tool has an output schema, and returned a text or content alone. Return"
                + " ToolResult.text(text, data), or null where there is no result.");
      }
      var violations = check(schema).violations(structured);
      if (!violations.isEmpty()) {
        throw new UnusableResultException(
            "The tool returned what its output schema does not allow: " + violations.getFirst());
      }
      return result;
    }

    /**
     * {@return the success of a tool that returned null: an empty text (C4), together with the
     * empty object or list if the schema allows one, since clients expect structured content then}
     */
    ToolResult ofNothing() {
      if (schema != null) {
        var empty = JsonMapper.shared().createObjectNode();
        var wrapped = empty.objectNode();
        wrapped.putArray(OutputSchema.WRAPPED);
        for (var structured : List.<JsonNode>of(empty, wrapped)) {
          if (check(schema).violations(structured).isEmpty()) {
            return new ToolResult(List.of(), false, structured, null);
          }
        }
      }
      return ToolResult.text("");
    }

    private ValueCheck check(JsonSchema promised) {
      var made = check;
      if (made == null) {
        made = ValueCheck.of(promised);
        check = made;
      }
      return made;
    }
  }
}
