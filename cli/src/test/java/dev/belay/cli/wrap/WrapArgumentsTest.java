package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.wrap.WrapCommand.WrapHelp;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class WrapArgumentsTest {
  @Test
  void aCommandAloneIsEnough() throws UsageException {
    assertThat(parse("npx", "-y", "some-server"))
        .isEqualTo(
            new WrapArguments.Run(
                null, List.of(), new Wrapped("some-server", "npx", List.of("-y", "some-server"))));
  }

  @Test
  void theCommandBeginsAfterTwoDashesWhateverItLooksLike() throws UsageException {
    assertThat(parse("--name", "x", "--", "--timeout", "--", "3"))
        .isEqualTo(
            new WrapArguments.Run(
                null, List.of(), new Wrapped("x", "--timeout", List.of("--", "3"))));
  }

  @ParameterizedTest
  @EnumSource(ServerOption.class)
  @DisplayName("Every per-server setting is also a flag, after a blank or an equals sign")
  void everySettingIsAnOption(ServerOption option) throws UsageException {
    var flag =
        Flag.ofServer(option.option(), "s", option.option().substring(2).replace('-', '_'), "v=1");

    assertThat(parse(option.option(), "v=1", "--name=s", "--", "cmd"))
        .isEqualTo(parse(option.option() + "=v=1", "--name", "s", "cmd"))
        .isEqualTo(new WrapArguments.Run(null, List.of(flag), new Wrapped("s", "cmd", List.of())));
  }

  @Test
  void theSettingsHaveTheNamesThatUsersKnow() {
    assertThat(List.of(ServerOption.values()).stream().map(ServerOption::option))
        .containsExactly(
            "--timeout",
            "--idle-timeout",
            "--isolation",
            "--era",
            "--on-ignored-cancel",
            "--spares",
            "--startup-timeout",
            "--cancel-grace",
            "--env");
  }

  @ParameterizedTest
  @EnumSource(ServerOption.class)
  void theHelpWrittenByHandLacksNoOption(ServerOption option) {
    assertThat(WrapHelp.TEXT.lines().map(String::strip))
        .anyMatch(line ->
            line.startsWith(option.option() + "=" + option.label() + " ")
                && line.endsWith(" " + option.about()));
  }

  @Test
  void theConfigurationCanBeNamed() throws UsageException {
    assertThat(parse("--config=b.yaml", "cmd"))
        .isEqualTo(
            new WrapArguments.Run(
                Path.of("b.yaml"), List.of(), new Wrapped("cmd", "cmd", List.of())));
  }

  @Test
  void helpIsAskedForAmongTheOptionsOnly() throws UsageException {
    assertThat(parse("--help")).isEqualTo(new WrapArguments.Help());
    assertThat(parse("--timeout", "3", "-h")).isEqualTo(new WrapArguments.Help());
    assertThat(parse("cmd", "--help")).isInstanceOf(WrapArguments.Run.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--timout 3 cmd|unknown option --timout; did you mean --timeout? Options of the server"
            + " itself go after --",
        "--nmae=x cmd|unknown option --nmae; did you mean --name? Options of the server itself go"
            + " after --",
        "--url http://h/mcp|--url is no option of wrap, which starts the command that it is given;"
            + " belay serve and belay call take it",
        "--mcp-config=.mcp.json|--mcp-config is no option of wrap, which starts the command that it"
            + " is given; belay serve and belay call take it",
        "-y cmd|unknown option -y. Options of the server itself go after --",
        "--timeout|option --timeout needs a value",
        "--timeout 3|no command to wrap; try: belay wrap -- npx -y some-mcp-server",
        "--|no command to wrap; try: belay wrap -- npx -y some-mcp-server"
      })
  @DisplayName("Bad input: unknown option, missing value, missing command")
  void whatCannotBeUnderstoodIsNamed(String line, String said) {
    assertThatThrownBy(() -> parse(line.split(" ", -1)))
        .isInstanceOf(UsageException.class)
        .hasMessage(said);
  }

  private static WrapArguments parse(String... args) throws UsageException {
    return WrapArguments.parse(List.of(args));
  }
}
