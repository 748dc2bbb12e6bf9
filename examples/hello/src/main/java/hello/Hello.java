package hello;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;

/** Greets whoever is named: a whole MCP server. */
public class Hello {
  @Tool(description = "Greets somebody by name.", readOnly = true)
  public String greet(@Arg(description = "Whom to greet") String name) {
    return "Hello, " + name + "!";
  }

  static void main() throws InterruptedException {
    ToolServer.stdio(Tools.of(new Hello())).named("hello", "1.0.0").serve();
  }
}
