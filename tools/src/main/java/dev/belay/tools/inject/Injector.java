package dev.belay.tools.inject;

import dev.belay.tools.call.ToolCall;
import java.util.Optional;

/**
 * Gives tools what no argument can say: a service, a bean, a connection.
 *
 * <p>Asked once for each parameter when tools are declared; what it returns is asked at each call,
 * from many threads.
 */
@FunctionalInterface
public interface Injector {
  /** {@return where to get what this parameter wants; empty if it is not known here} */
  Optional<Source> source(InjectionPoint point);

  /** Gives the value for one call. */
  @FunctionalInterface
  interface Source {
    /** Returns the value; what it throws fails the call. */
    Object get(ToolCall call) throws Exception;
  }
}
