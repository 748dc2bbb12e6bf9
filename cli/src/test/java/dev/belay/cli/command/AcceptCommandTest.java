package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.OnChange;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.testbed.fault.FaultyServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay tools accept: a person sees what has changed before it counts")
@Tag("process")
final class AcceptCommandTest {
  private static final String BEFORE =
      """
      {"name":"read","description":"Reads a file.","inputSchema":
       {"type":"object","properties":{"path":{"type":"string"}},"required":[]}}\
      """;
  private static final String AFTER =
      """
      {"name":"read","description":"Reads\u200b a file.","inputSchema":
       {"type":"object","properties":{"note":{},"path":{"type":"string"}},"required":[]}}\
      """;

  @TempDir Path state;

  private boolean terminal;
  private FakeShell shell = new FakeShell();
  private Pins pins;

  @BeforeEach
  void aToolOfEachOfTwoServersHasChanged() throws IOException {
    var _ = changed("docs");
    pins = changed("files");
  }

  /** Ignores everything: these tests examine the command's output. */
  private static final class Deaf implements Pins.Listener {
    @Override
    public void changed(List<ToolChange> changes) {}

    @Override
    public void accepted(List<Pins.Accepted> tools) {}

    @Override
    public void troubled(String why) {
      throw new AssertionError(why);
    }
  }

  private Pins changed(String server) throws IOException {
    return changed(server, OnChange.ASK);
  }

  private Pins changed(String server, OnChange onChange) throws IOException {
    var directory = Pins.directory(Map.of("XDG_STATE_HOME", state.toString()));
    var changed = new Pins(directory, server, "npx", tool -> tool, new Deaf());
    changed.review(Map.of("read", RawJson.of(BEFORE)), onChange);
    changed.review(Map.of("read", RawJson.of(AFTER)), onChange);
    return changed;
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    shell = new FakeShell().with("XDG_STATE_HOME", state.toString());
    if (terminal) {
      shell.onTerminal();
    }
    var args = new ArrayList<>(List.of("accept"));
    args.addAll(List.of(words));
    return shell.run("tools", args);
  }

  private boolean isHeld() {
    return pins.refusal("read", OnChange.ASK) != null;
  }

  @Test
  void theDiffIsShownWithAllThatCannotBeSeen() throws IOException, InterruptedException {
    assertThat(run("files__read", "--list")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().replaceAll("[0-9a-f]{12}", "HASH"))
        .isEqualTo(
            """
            files__read: sha256 HASH, now HASH, waiting
              description:
              - Reads a file.
              + Reads<U+200B> a file.
              inputSchema:
              +     "note":{},
              ! it holds what cannot be seen: U+200B
            """);
    assertThat(isHeld()).isTrue();
  }

  @Test
  @DisplayName("SEC-M6: a terminal obeys nothing of a definition")
  void aTerminalObeysNoDefinition() throws IOException, InterruptedException {
    var directory = Pins.directory(Map.of("XDG_STATE_HOME", state.toString()));
    var odd = new Pins(directory, "odd", "npx", tool -> tool, new Deaf());
    odd.review(Map.of("read", RawJson.of(BEFORE)), OnChange.ASK);
    var hostile = "\\u001b]52;c;AAAA\\u0007 \\u009b2J \\u202e\\u2028";
    odd.review(Map.of("read", RawJson.of(BEFORE.replace("Reads a file.", hostile))), OnChange.ASK);
    assertThat(run("odd__read", "--list")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("+ <U+001B>]52;c;AAAA<U+0007> <U+009B>2J <U+202E>");
    terminal = true;
    assertThat(run("odd__read", "--list")).isEqualTo(ExitCode.OK);
    assertThat(shell.out())
        .contains("]52;c;AAAA")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e", "\u2028");
  }

  @Test
  void whatIsNamedIsAcceptedAndNothingElse() throws IOException, InterruptedException {
    assertThat(run("docs")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).endsWith("accepted docs__read\n");
    assertThat(isHeld()).isTrue();
    assertThat(run("files__read")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("+ Reads<U+200B>").endsWith("accepted files__read\n");
    assertThat(isHeld()).isFalse();
    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo("belay: no tool is held back\n");
  }

  @Test
  @DisplayName("on_change: refuse: a tool is accepted by its own name, and never with its server")
  void whatIsRefusedIsAcceptedByItsOwnNameAlone() throws IOException, InterruptedException {
    var mail = changed("mail", OnChange.REFUSE);
    assertThat(run("mail")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).contains("mail__read: sha256").contains(", refused\n");
    assertThat(shell.err())
        .isEqualTo(
            "belay: 1 tool is not accepted, since on_change is refuse: name it as SERVER__TOOL\n");
    assertThat(mail.refusal("read", OnChange.REFUSE)).isNotNull();
    assertThat(run("mail__read")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).endsWith("accepted mail__read\n");
    assertThat(mail.refusal("read", OnChange.REFUSE)).isNull();
  }

  @Test
  void withoutANameAllIsShownAndNothingAccepted() throws IOException, InterruptedException {
    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("docs__read: ").contains("files__read: ");
    assertThat(shell.err()).isEqualTo("To accept: belay tools accept SERVER, or SERVER__TOOL\n");
    assertThat(isHeld()).isTrue();
  }

  @Test
  void aNameThatNothingHasIsAnError() throws IOException, InterruptedException {
    assertThat(run("files__other")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).isEqualTo("belay: nothing of 'files__other' is held back\n");
    assertThat(isHeld()).isTrue();
  }

  @Test
  @DisplayName("belay tools says of a server what is held back of it")
  void theListSaysWhatIsHeldBack() throws IOException, InterruptedException {
    changed("faulty");
    shell = new FakeShell().with("XDG_STATE_HOME", state.toString());
    var words = new ArrayList<>(List.of("--name", "faulty", "--"));
    words.addAll(FaultyServers.command());
    assertThat(shell.run("tools", words)).isEqualTo(ExitCode.OK);
    assertThat(shell.err())
        .isEqualTo("belay: of faulty 1 tool is held back: belay tools accept --list faulty\n");
  }

  @Test
  void theHelpTellsHow() throws IOException, InterruptedException {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("belay tools accept files__read");
  }
}
