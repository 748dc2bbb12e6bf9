package dev.belay.tools.declare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import java.net.URI;
import java.util.Optional;
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

  static final class Routed {
    @Tool(icons = "https://example.com/look.png")
    String look(@Arg(header = "Region", description = "Where") Optional<String> region) {
      return "";
    }
  }

  @Test
  @DisplayName("MCP 2026-07-28 §x-mcp-header: a parameter and a defined argument have it alike")
  void headers() {
    var method = Tools.of(new Routed()).named("look").orElseThrow().declaration();
    var defined =
        Tools.of(
                Tools.define("look")
                    .icon(Icon.of(URI.create("https://example.com/look.png")))
                    .optional("region", String.class, "Where")
                    .header("region", "Region")
                    .handle(_ -> ""))
            .named("look")
            .orElseThrow()
            .declaration();

    assertThat(new String(method.inputSchema().bytes(), UTF_8))
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"region\":{\"type\":\"string\","
                + "\"description\":\"Where\",\"x-mcp-header\":\"Region\"}}}");
    assertThat(defined.inputSchema().bytes()).isEqualTo(method.inputSchema().bytes());
    assertThat(defined.listing()).isEqualTo(method.listing());
  }

  @Test
  @DisplayName("A header of an argument that is not there yet is refused")
  void headerOfNothing() {
    assertThatThrownBy(() -> Tools.define("t").header("region", "Region"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region");
  }
}
