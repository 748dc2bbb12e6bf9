package dev.belay.probe.oneshot;

import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.probe.peer.PlainHttp;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answer of a server's endpoint for embeddings to two texts, if it has one. */
public sealed interface Embedding {
  /** The endpoint was not asked, or does not exist. */
  record Skipped(String why) implements Embedding {}

  /** Vectors, with their number and dimension. */
  record Vectors(int count, int dimension) implements Embedding {}

  /** The endpoint exists, but does not work. */
  record Broken(String why) implements Embedding {}

  /** The request. */
  String QUESTION = "{\"texts\":[\"a rope\",\"a knot\"]}";

  /** {@return the meaning of an answer to {@link #QUESTION}} */
  static Embedding of(PlainHttp.Said said) {
    if (said.isAbsent()) {
      return new Skipped("no endpoint: " + said.text());
    }
    if (!said.isGood()) {
      return new Broken(said.text());
    }
    var vectors = vectors(said.body().getBytes(StandardCharsets.UTF_8));
    return vectors == null ? new Broken("the answer has no vectors") : vectors;
  }

  private static @Nullable Embedding vectors(byte[] json) {
    try {
      var whole = Slices.value(json);
      for (var key : new String[] {"vectors", "embeddings"}) {
        var list = Slices.find(json, whole, key);
        if (list != null && list.isArray(json)) {
          return measured(json, Slices.items(json, list));
        }
      }
      return null;
    } catch (NotJson _) {
      return null;
    }
  }

  private static @Nullable Embedding measured(byte[] json, List<Span> vectors) {
    if (vectors.isEmpty() || !vectors.getFirst().isArray(json)) {
      return null;
    }
    int dimension = Slices.items(json, vectors.getFirst()).size();
    for (var vector : vectors) {
      if (!vector.isArray(json) || Slices.items(json, vector).size() != dimension) {
        return new Broken("the vectors differ in length");
      }
    }
    return new Vectors(vectors.size(), dimension);
  }
}
