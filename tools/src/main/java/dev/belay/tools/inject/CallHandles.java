package dev.belay.tools.inject;

import dev.belay.core.call.CallContext;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Commands;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Injects the parts of the running call itself, selected by the exact type of a parameter (S4-72).
 */
public final class CallHandles {
  private CallHandles() {}

  /** {@return the source of values of this type; empty if it is not a part of a call} */
  public static Optional<Injector.Source> of(Class<?> type) {
    return Optional.ofNullable(source(type));
  }

  private static Injector.@Nullable Source source(Class<?> type) {
    if (type == ToolCall.class || type == Heartbeats.class || type == Commands.class) {
      return call -> call;
    }
    if (type == CallContext.class) {
      return ToolCall::context;
    }
    if (type == Time.class) {
      return call -> call.context().time();
    }
    if (type == Cancellation.class) {
      return call -> call.context().cancellation();
    }
    if (type == Principal.class) {
      return call -> new Principal(call.principal());
    }
    if (type == ClientLog.class) {
      return ToolCall::log;
    }
    return type == ClientQuestions.class ? ToolCall::client : null;
  }
}
