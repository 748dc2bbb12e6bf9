package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.annotation.Tool;
import java.net.URI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ToolsTest {
  static final class Greeter {
    @Tool(description = "Greets", category = "social")
    String sayHello(String firstName, int times) {
      return ("Hello " + firstName + ". ").repeat(times).strip();
    }
  }

  @Test
  @DisplayName("S4-51 a method is a tool under its own name, and runs with JSON")
  void aMethodIsATool() throws Exception {
    var tool = Tools.of(new Greeter()).named("say_hello").orElseThrow();
    assertThat(tool.body().run(JsonCall.of("{\"first_name\":\"Ada\",\"times\":2}")))
        .isEqualTo("Hello Ada. Hello Ada.");
  }

  @Test
  @DisplayName("A tool that is defined without a method runs likewise")
  void aDefinedToolRuns() throws Exception {
    var tools =
        Tools.of(
            Tools.define("host_of")
                .description("The host of a URL")
                .argument("url", URI.class, "where")
                .handle(call -> call.argument("url", URI.class).getHost()));
    assertThat(
            tools
                .named("general.host_of")
                .orElseThrow()
                .body()
                .run(JsonCall.of("{\"url\":\"https://a.example/b\"}")))
        .isEqualTo("a.example");
  }
}
