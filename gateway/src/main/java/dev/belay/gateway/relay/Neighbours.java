package dev.belay.gateway.relay;

import dev.belay.gateway.trace.Tracing;
import java.util.function.Consumer;

/**
 * What the rest of the gateway does with every call and list, whoever answers it.
 *
 * @param pace turns down calls that come too soon
 * @param tracing makes a span of each call
 * @param onToolsList hears the result of each {@code tools/list}, of whatever page
 */
public record Neighbours(Pace pace, Tracing tracing, Consumer<byte[]> onToolsList) {
  /** Nobody. */
  public static final Neighbours NONE = new Neighbours(Pace.NONE, Tracing.NONE, _ -> {});

  /** {@return the same, with calls at another pace} */
  public Neighbours paced(Pace other) {
    return new Neighbours(other, tracing, onToolsList);
  }

  /** {@return the same, traced by another} */
  public Neighbours traced(Tracing other) {
    return new Neighbours(pace, other, onToolsList);
  }
}
