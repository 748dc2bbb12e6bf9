package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.Launch;
import java.net.URI;
import java.util.Map;

/** Creates targets from addresses and commands. */
public final class Targets {
  private Targets() {}

  /**
   * {@return the server at an address}; switches to HTTP+SSE if it refuses Streamable HTTP and
   * offers that.
   *
   * @param name in reports: the address may contain a key
   * @throws IllegalArgumentException if it is not an HTTP address, or a header cannot be sent
   */
  public static Target http(
      String name, URI url, Map<String, String> headers, ConnectionLimits limits, Time time) {
    return new McpTarget(name, inbox -> new HttpWire(url, headers, limits, time, inbox), time);
  }

  /**
   * {@return the server whose stream of HTTP+SSE (MCP 2024-11-05) is at an address}
   *
   * @param name in reports: the address may contain a key
   * @throws IllegalArgumentException if it is not an HTTP address, or a header cannot be sent
   */
  public static Target events(
      String name, URI url, Map<String, String> headers, ConnectionLimits limits, Time time) {
    return new McpTarget(
        name, inbox -> new HttpWire(url, headers, limits, time, inbox).overEvents(), time);
  }

  /**
   * {@return the server started by a command}
   *
   * @param name in reports: the command may contain a key
   */
  public static Target stdio(String name, Launch launch, ConnectionLimits limits, Time time) {
    return new McpTarget(name, inbox -> new StdioWire(launch, limits, time, inbox), time);
  }
}
