package hello;

import dev.belay.testkit.tool.TestTools;
import dev.belay.testkit.tool.ToolTester;
import java.util.Map;
import org.junit.jupiter.api.Test;

@TestTools(Hello.class)
class HelloTest {
  @Test
  void greetsByName(ToolTester tester) {
    tester.schema("greet").hasOnly("name").requires("name").hasType("name", "string");
    tester.call("greet", Map.of("name", "Anna")).succeeded().said("Hello, Anna!");
  }

  @Test
  void tellsWhatIsMissing(ToolTester tester) {
    tester.call("greet", Map.of("nmae", "Anna")).failed().mentioned("name");
  }
}
