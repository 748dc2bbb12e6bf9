package dev.belay.cli.server;

import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.shell.Version;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.gateway.hosted.PermissionPrompt;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.turn.OwnTools;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.serve.HostedAs;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Makes this program's tools members of the catalog beside the servers, under one governor.
 *
 * @param random source of random pauses, safe for many threads
 * @param provisions supplies the tools
 * @param ofTurns applied to calls and lists of tools that only turns have
 */
record OwnMembers(
    Governor governor,
    Time time,
    RandomGenerator random,
    Provisions provisions,
    Neighbours ofTurns) {
  HostedBackend of(ServerSettings spec, Settings all, Neighbours around) {
    return of(spec, all, provisions.tools(spec), around);
  }

  /**
   * {@return the tools that only turns have, created when a turn first asks for them}
   *
   * @param now the configuration at the time they are created
   */
  OwnTools ofTurns(Supplier<Settings> now, Supplier<Tools> tools) {
    var grace = now.get().mcp().cancelGrace();
    var spec = ServerSettings.ofProgram(OwnTools.SERVER, OwnTools.SERVER, grace);
    return new OwnTools(tools, spec, made -> of(spec, now.get(), made, ofTurns));
  }

  /** {@return what runs the calls of {@link PermissionPrompt}} */
  HostedBackend ofPermissions(Settings all, Neighbours around) {
    return of(permissions(all), all, PermissionPrompt.tools(), around, PermissionPrompt::decidedOn);
  }

  /** {@return its settings} */
  static ServerSettings permissions(Settings all) {
    return ServerSettings.ofProgram(
        PermissionPrompt.SERVER, "belay " + Version.NUMBER, all.mcp().cancelGrace());
  }

  private HostedBackend of(ServerSettings spec, Settings all, Tools tools, Neighbours around) {
    return of(spec, all, tools, around, UnaryOperator.identity());
  }

  private HostedBackend of(
      ServerSettings spec,
      Settings all,
      Tools tools,
      Neighbours around,
      UnaryOperator<Handoff.Asked> decidedOn) {
    return new HostedBackend(
        all,
        spec,
        tools,
        HostedAs.of(spec.name(), Version.NUMBER),
        RunnerOptions.of(governor, time, new StandardContract(), random),
        around,
        decidedOn);
  }
}
