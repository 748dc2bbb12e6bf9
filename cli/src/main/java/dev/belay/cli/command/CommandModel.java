package dev.belay.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** What subcommands take and say of themselves, for those who describe the command line. */
public final class CommandModel {
  private CommandModel() {}

  /**
   * {@return the options, parameters and help of the subcommand of that name, which may be of two
   * words; null if there is none}
   */
  public static @Nullable CommandSpec of(String name) {
    var command =
        switch (name) {
          case "tools accept" -> new AcceptCommand();
          case "turn run" -> new TurnCommand();
          default -> Subcommands.named(name);
        };
    return command == null ? null : command.spec();
  }
}
