package dev.belay.tools.inject;

import dev.belay.tools.call.ToolCall;
import java.util.Optional;

/**
 * Provides tools with values that are not arguments: a service, a bean, a connection.
 *
 * <p>Asked once per parameter when tools are declared; the returned source is asked in each call,
 * from many threads.
 */
@FunctionalInterface
public interface Injector {
  /** {@return the source of this parameter's value; empty if this injector does not know it} */
  Optional<Source> source(InjectionPoint point);

  /** Provides the value for one call. */
  @FunctionalInterface
  interface Source {
    /** Returns the value; an exception fails the call. */
    Object get(ToolCall call) throws Exception;
  }
}
