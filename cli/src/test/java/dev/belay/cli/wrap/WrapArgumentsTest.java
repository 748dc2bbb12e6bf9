package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static WrapArguments parse(String... args) throws UsageException {
    return WrapArguments.parse(List.of(args));
  }
}
