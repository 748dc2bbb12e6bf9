package dev.belay.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The browser of a test that has a parameter for it: one for all classes of a JVM, since its start
 * costs more than most tests. Without Chromium the tests are skipped, but not where CI is set.
 */
final class Chromium implements ExecutionCondition, ParameterResolver {
  private static final Namespace PLACE = Namespace.create(Chromium.class);

  private record Started(Playwright playwright, Browser browser) implements AutoCloseable {
    static Started start(Path program) {
      var environment = new HashMap<>(System.getenv());
      environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
      environment.put("PLAYWRIGHT_NODEJS_PATH", String.valueOf(onPath("node")));
      PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
      var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
      boolean isStarted = false;
      try {
        var options =
            new BrowserType.LaunchOptions()
                .setExecutablePath(program)
                .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage"));
        var started = new Started(playwright, playwright.chromium().launch(options));
        isStarted = true;
        return started;
      } finally {
        if (!isStarted) {
          playwright.close();
        }
      }
    }

    @Override
    public void close() {
      browser.close();
      playwright.close();
    }
  }

  private static Path program() {
    return onPath("chromium", "chromium-browser", "google-chrome");
  }

  private static Path onPath(String... names) {
    var folders = String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1);
    return Stream.of(names)
        .flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return program() == null && System.getenv("CI") == null
        ? ConditionEvaluationResult.disabled("no chromium on the PATH; peers/browser installs it")
        : ConditionEvaluationResult.enabled("chromium is installed, or has to be");
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Browser.class;
  }

  @Override
  public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var program = program();
    assertThat(program).as("chromium, which peers/browser installs").isNotNull();
    return context
        .getStore(StoreScope.LAUNCHER_SESSION, PLACE)
        .computeIfAbsent(Started.class, _ -> Started.start(program), Started.class)
        .browser();
  }
}
