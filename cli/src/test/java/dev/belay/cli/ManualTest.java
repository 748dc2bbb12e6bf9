package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.cli.command.CommandModel;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Completion, topics and the man page are made of the help pages that there are")
@Tag("process")
final class ManualTest {
  private final FakeShell shell = new FakeShell();

  @TempDir Path folder;

  @Test
  void theHelpPageListsEveryCommand() {
    var listed =
        Pattern.compile("(?m)^  ([a-z]+) +\\S")
            .matcher(Main.Help.TEXT)
            .results()
            .map(r -> r.group(1));

    assertThat(listed.filter(word -> !word.equals("belay")).toList())
        .containsExactlyInAnyOrderElementsOf(Main.COMMANDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "belay wr;wrap",
        "belay --ver;--version",
        "belay wrap --idle;--idle-timeout",
        "belay serve --allowed-h;--allowed-hosts",
        "belay wrap --config bel;belay.yaml",
        "belay wrap --config = bel;belay.yaml",
        "belay serve --root fo;folder",
        "belay wrap --env bel;",
        "belay tools ac;accept",
        "belay tools accept --lis;--list",
        "belay turn r;run",
        "belay job res;result",
        "belay approvals den;deny",
        "belay config sch;schema",
        "belay completion z;zsh",
        "belay help exit;exit-codes",
        "belay help wr;wrap",
        "belay wrap -- ca bel;belay.yaml",
        "belay fly bel;"
      })
  @DisplayName("bash, with the script of belay completion bash, completes the last word")
  void bashCompletes(String line, String expected) throws Exception {
    run("completion", "bash");
    Files.createFile(folder.resolve("belay.yaml"));
    Files.createDirectory(folder.resolve("folder"));
    var program =
        shell.out()
            + "COMP_WORDS=("
            + line
            + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_belay\necho \"${COMPREPLY[*]}\"\n";

    assertThat(said(List.of("bash", "--noprofile", "--norc", "-c", program)))
        .isEqualTo((expected == null ? "" : expected) + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void everyCommandAndEveryOptionIsInEveryScript(String name)
      throws IOException, InterruptedException {
    assertThat(run("completion", name)).isEqualTo(ExitCode.OK);

    var options =
        Main.COMMANDS.stream()
            .map(CommandModel::of)
            .filter(spec -> spec != null)
            .flatMap(spec -> spec.optionsMap().keySet().stream())
            .filter(option -> option.startsWith("--"));
    for (var word : Main.COMMANDS) {
      assertThat(shell.out()).contains(word);
    }
    var dashes = name.equals("fish") ? "-l " : "--";
    assertThat(options.map(option -> dashes + option.substring(2)))
        .allSatisfy(option -> assertThat(shell.out()).contains(option));
    for (var option : ServerOption.values()) {
      assertThat(shell.out()).contains(dashes + option.option().substring(2));
    }
  }

  @Test
  void theExitCodesOfTheTopicAreThoseThatThereAre() throws IOException, InterruptedException {
    run("help", "exit-codes");

    var told =
        shell.out().lines().filter(l -> l.matches("  \\d.*")).map(l -> l.strip().split(" ", 2)[0]);
    assertThat(told.map(Integer::valueOf))
        .containsExactlyElementsOf(
            List.of(ExitCode.values()).stream().map(ExitCode::number).distinct().toList());
  }

  @Test
  void theManPageHasEveryCommandTopicAndOption() throws IOException, InterruptedException {
    assertThat(run("help", "--man")).isEqualTo(ExitCode.OK);

    var roff = shell.out();
    assertThat(roff.lines().filter(line -> line.startsWith(".SH ")).map(line -> line.substring(4)))
        .containsExactly(
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "COMMANDS",
            "LIMITS",
            "CANCEL",
            "JOBS",
            "APPROVALS",
            "CLIENTS",
            "EXIT CODES",
            "FILES",
            "EXAMPLES");
    for (var command : Main.COMMANDS) {
      assertThat(roff).contains("\n.SS belay " + command);
    }
    assertThat(roff)
        .contains("\\fB\\-\\-idle\\-timeout\\fR=\\fIS\\fR\n", "\\fB\\-\\-allowed\\-hosts");
    // A line that begins with a dot or an apostrophe is a request.
    assertThat(roff.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
        .allMatch(line -> line.matches("\\.(\\\\\"|TH|SH|SS|TP|PP|RS|RE|nf|fi|nh|ad|B)( .*)?"));
    assertThat(roff).contains("\\&.mcp.json").doesNotContain("%%");
  }

  @Test
  void theManPageIsOneWithoutAWarning() throws Exception {
    assumeTrue(isThere("groff"), "groff is not installed");
    run("help", "--man");
    Files.writeString(folder.resolve("belay.1"), shell.out());

    assertThat(said(List.of("groff", "-man", "-Tutf8", "-ww", "-K", "utf8", "-z", "belay.1")))
        .isEmpty();
  }

  private static boolean isThere(String program) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  /** What the program prints, on both streams. */
  private String said(List<String> command) throws Exception {
    var process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return Main.run(List.of(args), shell.shell());
  }
}
