package dev.belay.observe.health;

import dev.belay.core.call.Call;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times calls made by this program itself together with the requests of clients, by
 * door. A refused call counts as an error.
 *
 * @param onRequest receives the method of each request on arrival
 */
public record MeteredCalls(ToolCalls calls, Endpoints endpoints, Consumer<String> onRequest)
    implements ToolCalls {
  private static final String METHOD = "tools/call";

  @Override
  public @Nullable CallPolicy policy(String tool) {
    return calls.policy(tool);
  }

  @Override
  public Object policies() {
    return calls.policies();
  }

  @Override
  public void start(ToolCall call) {
    onRequest.accept(METHOD);
    var passing = endpoints.begin(call.client().door(), METHOD);
    Consumer<Call> started =
        made -> {
          made.onEnd(_ -> passing.end(/* isError= */ false));
          call.onStart().accept(made);
        };
    Consumer<String> refused =
        why -> {
          passing.end(/* isError= */ true);
          call.refuse(why);
        };
    try {
      calls.start(
          new ToolCall(
              call.tool(), call.arguments(), call.client(), call.terms(), started, refused));
    } catch (RuntimeException e) {
      passing.end(/* isError= */ true);
      throw e;
    }
  }
}
