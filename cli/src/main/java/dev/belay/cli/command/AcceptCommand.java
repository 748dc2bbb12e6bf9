package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.gateway.listing.PinStore;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ServerPins;
import dev.belay.gateway.listing.ToolDiff;
import dev.belay.gateway.listing.Unseen;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code belay tools accept}: shows the changed definitions of held-back tools and accepts them.
 */
final class AcceptCommand implements Subcommand {
  private static final String LIST = "--list";

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("tools accept");
    spec.usageMessage()
        .customSynopsis("belay tools accept [SERVER | SERVER__TOOL] [OPTIONS]")
        .description(
            "",
            "Shows how the definitions of held-back tools have changed (mcp.on_change), and"
                + " accepts",
            "the changes of those named. A running gateway notices it by itself.")
        .footer(
            "",
            "Without a name, all held-back tools are shown and nothing is accepted. A server's"
                + " name",
            "accepts its waiting tools (on_change: ask); a refused tool (on_change: refuse) is",
            "accepted only by its own name.",
            "",
            "Exit codes: 0 ok, 1 nothing of that name is held back, 2 usage.",
            "",
            "Examples:",
            "  belay tools accept --list",
            "  belay tools accept files__read");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("SERVER[__TOOL]")
            .type(String.class)
            .description("the server or the tool whose changes to accept")
            .build());
    spec.addOption(ServerSpec.flag(LIST, "show what has changed, and accept nothing"));
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell) throws IOException {
    String name = said.matchedPositionalValue(0, "");
    boolean accepts = !name.isEmpty() && !said.hasMatchedOption(LIST);
    var text = new StringBuilder();
    int found = 0;
    int passedOver = 0;
    for (var shelved : new PinStore(Pins.directory(shell.environment())).all()) {
      var held = PinStore.held(shelved.book(), name);
      held.forEach((tool, pin) -> show(shelved, tool, pin, text));
      found += held.size();
      if (accepts && !held.isEmpty()) {
        var acceptable = PinStore.acceptable(shelved.book(), name);
        passedOver += held.size() - acceptable.size();
        accept(shelved, acceptable, text);
      }
    }
    shell.print(text.toString());
    if (passedOver > 0) {
      shell.say(
          "belay: "
              + (passedOver == 1 ? "1 tool is" : passedOver + " tools are")
              + " not accepted, since on_change is refuse: name "
              + (passedOver == 1 ? "it" : "each")
              + " as SERVER__TOOL");
      return ExitCode.ERROR;
    }
    if (found == 0 && !name.isEmpty()) {
      shell.say("belay: nothing of '" + Unseen.shown(name) + "' is held back");
      return ExitCode.ERROR;
    }
    if (found == 0) {
      shell.say("belay: no tool is held back");
    } else if (!accepts) {
      shell.say("To accept: belay tools accept SERVER, or SERVER__TOOL");
    }
    return ExitCode.OK;
  }

  private static void show(
      PinStore.Shelved shelved, String tool, ServerPins.Held held, StringBuilder text) {
    var pin = held.pin();
    var accepted = shelved.book().accepted().getOrDefault(tool, pin);
    text.append(shown(shelved, tool))
        .append(": sha256 ")
        .append(accepted.shortHash())
        .append(", now ")
        .append(pin.shortHash())
        .append(held.isRefused() ? ", refused\n" : ", waiting\n");
    ToolDiff.lines(accepted, pin).forEach(line -> text.append(line).append('\n'));
  }

  private static void accept(PinStore.Shelved shelved, List<String> tools, StringBuilder text)
      throws IOException {
    var accepted = shelved.accept(tools);
    for (var tool : tools) {
      text.append(accepted.contains(tool) ? "accepted " : "changed again, not accepted: ")
          .append(shown(shelved, tool))
          .append('\n');
    }
  }

  private static String shown(PinStore.Shelved shelved, String tool) {
    return Unseen.shown(shelved.book().server() + "__" + tool).replace("\n", " ");
  }
}
