package dev.belay.testkit.tool;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@TestTools(SampleTools.class)
@DisplayName("An annotation gives each test a tester of its own")
final class TestToolsTest {
  @BeforeEach
  void answers(ToolTester tester) {
    tester.client().accepts(Map.of("name", "Berta"));
  }

  @Test
  @DisplayName("the same one that was prepared before the test")
  void sameWithinATest(ToolTester tester) {
    tester.call("ask_name", Map.of()).said("hello Berta");
    tester.call("ask_name", Map.of()).failed();
  }

  @Nested
  @DisplayName("in classes within it too")
  final class Within {
    @Test
    @DisplayName("with what it is that the class around it says")
    void nested(ToolTester tester) {
      tester.call("ask_name", Map.of()).said("hello Berta");
    }
  }
}
