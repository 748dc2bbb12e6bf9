package process;

import dev.belay.testkit.tool.ToolTester;
import dev.belay.testkit.tool.ToolTesterExtension;
import dev.belay.tools.declare.Tools;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided before a program starts. */
class ScriptsTest {
  @RegisterExtension
  static final ToolTesterExtension TOOLS =
      ToolTesterExtension.of(() -> Tools.of(new Scripts(Path.of("scripts"))));

  @Test
  @DisplayName("Its caller can see what there is")
  void lists(ToolTester tester) {
    tester
        .call("list_scripts", Map.of())
        .succeeded()
        .gave(Map.of("result", List.of("count.sh", "serve.sh")));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"missing.sh", "../pom.xml", "/bin/ls", "-c", ""})
  @DisplayName("What is no script of the directory is not run, and its caller is told what can be")
  void refuses(String name, ToolTester tester) {
    tester.call("run_script", Map.of("name", name)).failed().mentioned("[count.sh, serve.sh]");
  }
}
