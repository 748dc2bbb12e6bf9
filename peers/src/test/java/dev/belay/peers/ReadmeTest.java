package dev.belay.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs what the README shows on a terminal, line for line; the ways to install are those of
 * packaging/test, and the commands with Maven those of examples/test.
 *
 * <p>In what is shown {@code …} stands for anything, and further lines may come between.
 */
@Tag("process")
@DisplayName("What the README shows on a terminal is what comes of it")
final class ReadmeTest {
  private static final Path README = Path.of("../README.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

  /** The help pages, each as its command prints it. */
  private static final Path HELP = Path.of("../cli/src/test/golden/help");

  private static final String INTERRUPT = "^C";

  @TempDir Path home;

  /** A command, and the lines that are shown of what it says. */
  private record Step(String command, List<String> shown) {}

  @BeforeEach
  void prepare() throws IOException {
    var bin = Files.createDirectory(home.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("belay"), Wrapped.BELAY);
    var servers = Files.createDirectory(home.resolve("servers"));
    var installed = Path.of("node_modules").toRealPath().resolve("@modelcontextprotocol");
    for (var name : List.of("server-everything", "server-filesystem")) {
      Files.createSymbolicLink(servers.resolve(name), installed.resolve(name));
    }
    // As npx -y PACKAGE, of what is installed here.
    script(
        bin.resolve("npx"),
        "shift; name=${1##*/}; shift; exec node --preserve-symlinks-main '"
            + servers
            + "'/$name/dist/index.js \"$@\"");
    // Processes of this test alone.
    script(bin.resolve("pgrep"), "exec /usr/bin/pgrep -f '" + servers + "'");
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static List<Step> steps(String block) {
    var steps = new ArrayList<Step>();
    for (var line : block.split("\n", -1)) {
      if (line.startsWith("$ ")) {
        steps.add(new Step(line.substring(2), new ArrayList<>()));
      } else if (!line.isEmpty()) {
        steps.getLast().shown.add(line);
      }
    }
    return steps;
  }

  @TestFactory
  Stream<DynamicTest> blocks() throws IOException {
    var blocks = new ArrayList<String>();
    var found = BLOCK.matcher(Files.readString(README));
    while (found.find()) {
      if (!found.group(1).startsWith("$ mvn ")) {
        blocks.add(found.group(1));
      }
    }
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
    return blocks.stream()
        .map(block ->
            DynamicTest.dynamicTest(
                block.lines().findFirst().orElse(""),
                () -> {
                  int status = 0;
                  for (var step : steps(block)) {
                    status = run(step, status);
                  }
                }));
  }

  private int run(Step step, int before) throws IOException, InterruptedException {
    if (step.command.equals("echo $?")) {
      assertThat(step.shown).containsExactly(Integer.toString(before));
      return 0;
    }
    givenClient(step);
    var out = home.resolve("out");
    var builder =
        new ProcessBuilder(
                // Whoever runs the tests in the background may have had SIGINT ignored.
                "env", "--default-signal=INT", "bash", "-c", "set -m; " + command(step.command))
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("XDG_STATE_HOME", home.resolve("state").toString());
    builder.environment().merge("PATH", home.resolve("bin") + ":", (path, bin) -> bin + path);
    var process = builder.start();
    boolean isServer = step.command.startsWith("belay serve");
    int interrupt = step.shown.indexOf(INTERRUPT);
    if (isServer || interrupt >= 0) {
      // Of a call, that it is under way.
      var until =
          isServer
              ? step.shown
              : List.of(step.shown.getFirst(), "…trigger-long-running-operation…");
      await(process, out, until);
      Wrapped.signal("INT", process.pid());
    }
    assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    var shown = step.shown.stream().filter(line -> !line.equals(INTERRUPT)).toList();
    assertThat(missing(shown, said(out))).as(said(out)).isEmpty();
    return process.exitValue();
  }

  /** A command alone takes the place of the shell, whose signals it gets then. */
  private static String command(String line) {
    return line.contains("||")
        ? line
        : "exec " + line.replace("belay serve", "belay serve --port 0");
  }

  /** The file that {@code belay import} is shown to change, as it was. */
  private void givenClient(Step step) throws IOException {
    for (var line : step.shown) {
      if (line.startsWith("  -     ")) {
        Files.writeString(
            home.resolve(".mcp.json"),
            "{\n  \"mcpServers\": {\n" + line.substring(4) + "\n  }\n}\n");
        assertThat(Json.parse(Files.readString(home.resolve(".mcp.json"))).present()).isTrue();
      }
    }
  }

  private String said(Path out) {
    try {
      return Files.readString(out)
          .replace(home.resolve("bin/belay").toString(), "/usr/bin/belay")
          .replaceAll("http://127\\.0\\.0\\.1:\\d+", "http://127.0.0.1:3002");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(Process process, Path out, List<String> shown) throws InterruptedException {
    for (int i = 0; i < 600 && !missing(shown, said(out)).isEmpty(); i++) {
      assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as(said(out)).isFalse();
    }
  }

  /** {@return the first line that is shown, and was not said behind those before; else nothing} */
  private static String missing(List<String> shown, String said) {
    var lines = said.lines().iterator();
    for (var line : shown) {
      var pattern = Pattern.compile(Pattern.quote(line).replace("…", "\\E.*\\Q"));
      boolean isThere = false;
      while (!isThere && lines.hasNext()) {
        isThere = pattern.matcher(lines.next()).matches();
      }
      if (!isThere) {
        return line;
      }
    }
    return "";
  }

  @Test
  @DisplayName("Each link of the README and of the pages leads to a file that is there")
  void links() throws IOException {
    var pages = new ArrayList<Path>(List.of(README));
    try (var docs = Files.walk(Path.of("../docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    for (var page : pages) {
      var links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!links.group(1).contains("://")) {
          assertThat(page.resolveSibling(links.group(1))).as("in " + page).exists();
        }
      }
    }
  }

  @Test
  @DisplayName("Each command that the README names has a help page")
  void commands() throws IOException {
    var text = Files.readString(README);
    var words = Pattern.compile("`belay ([a-z]+)[ `]").matcher(text);
    var names = new ArrayList<String>();
    while (words.find()) {
      names.add(words.group(1));
    }
    assertThat(names).contains("wrap", "import", "doctor", "console", "token", "logs");
    for (var name : names) {
      assertThat(HELP.resolve(name + ".txt")).exists();
    }
    assertThat(text.lines()).as("a page that is read whole").hasSizeLessThanOrEqualTo(160);
  }
}
