package dev.belay.testbed.conformance;

import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Tools that announce changes of lists and resources. */
final class ChangeTools {
  private final AtomicReference<@Nullable Served> served = new AtomicReference<>();

  private record Served(ToolServer<?> server, Tools tools) {}

  /** Sets the server whose changes these are: it is built from its tools, and so after them. */
  void of(ToolServer<?> server, Tools tools) {
    served.set(new Served(server, tools));
  }

  private Served served() {
    return Objects.requireNonNull(served.get(), "nobody serves these tools");
  }

  @Tool(name = "test_trigger_tool_change", description = "Says that the tools have changed")
  String tools() {
    served().server().replace(served().tools());
    return "Said so";
  }

  @Tool(name = "test_trigger_prompt_change", description = "Says that the prompts have changed")
  String prompts() {
    served().server().promptsChanged();
    return "Said so";
  }

  @Tool(
      name = "test_trigger_resource_update",
      description = "Says that the watched resource has changed")
  String resource() {
    served().server().resourceUpdated("test://watched-resource");
    return "Said so";
  }
}
