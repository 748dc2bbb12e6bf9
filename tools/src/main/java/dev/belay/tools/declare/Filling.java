package dev.belay.tools.declare;

import dev.belay.tools.bind.Slot;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.inject.Injector;
import dev.belay.tools.schema.ArgumentSpec;
import org.jspecify.annotations.Nullable;

/** Source of a parameter's value. */
sealed interface Filling {
  /** An argument from the caller. */
  record Argument(ArgumentSpec spec, Slot slot) implements Filling {}

  /** An injected value, hidden from callers (S4-72, S4-73). */
  record Injected(Injector.Source source) implements Filling {}

  /** A constant: an empty array for varargs (S4-77), or a setting. */
  record Fixed(Object value) implements Filling {}

  /** {@return the value for one call} */
  default @Nullable Object value(ToolCall call) throws Exception {
    return switch (this) {
      case Argument(_, var slot) -> slot.read(call.argument(slot.name()));
      case Injected(var source) -> source.get(call);
      case Fixed(var value) -> value;
    };
  }
}
