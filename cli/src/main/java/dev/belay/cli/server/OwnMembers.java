package dev.belay.cli.server;

import dev.belay.cli.Version;
import dev.belay.core.call.Governor;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.gateway.hosted.Neighbours;
import dev.belay.gateway.turn.OwnTools;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.serve.HostedAs;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Stands tools of this program beside the servers, all of them under one governor.
 *
 * @param random for pauses: safe for many threads
 * @param provisions has the tools
 * @param neighbours what is done with calls and lists of one such server, by its name
 */
record OwnMembers(
    Governor governor,
    Time time,
    RandomGenerator random,
    Provisions provisions,
    Function<String, Neighbours> neighbours) {
  HostedBackend start(Settings all, ServerSettings spec) {
    return start(all, spec, provisions.tools(spec));
  }

  /** {@return tools that only turns have} */
  OwnTools ofTurns(Settings all, Tools tools) {
    var spec =
        ServerSettings.ofProgram(OwnTools.SERVER, OwnTools.SERVER, all.mcp().cancelGrace());
    return new OwnTools(tools, spec, start(all, spec, tools));
  }

  private HostedBackend start(Settings all, ServerSettings spec, Tools tools) {
    return new HostedBackend(
        all,
        spec,
        tools,
        HostedAs.of(spec.name(), Version.NUMBER),
        RunnerOptions.of(governor, time, new StandardContract(), random),
        neighbours.apply(spec.name()));
  }
}
