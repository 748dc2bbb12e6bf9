package dev.belay.tools.declare;

import dev.belay.tools.bind.Invoker;
import dev.belay.tools.call.ToolCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs an annotated method: fills its parameters, and calls it. */
final class MethodBody implements ToolBody {
  private final Invoker method;
  private final Filling[] parameters;

  MethodBody(Invoker method, List<Filling> parameters) {
    this.method = method;
    this.parameters = parameters.toArray(Filling[]::new);
  }

  @Override
  public @Nullable Object run(ToolCall call) throws Exception {
    var values = new @Nullable Object[parameters.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = parameters[i].value(call);
    }
    try {
      return method.invoke(values);
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ToolThrewException(e);
    }
  }
}
