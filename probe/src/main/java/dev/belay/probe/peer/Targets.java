package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.Launch;
import java.net.URI;
import java.util.Map;

/** Makes targets of what a person names. */
public final class Targets {
  private Targets() {}

  /**
   * {@return the server at an address}; where it refuses Streamable HTTP and offers HTTP+SSE, that
   * is found out.
   *
   * @param name what to call it in reports: the address may hold a key
   * @throws IllegalArgumentException if the address is none of HTTP, or a header cannot be sent
   */
  public static Target http(
      String name, URI url, Map<String, String> headers, ConnectionLimits limits, Time time) {
    return new McpTarget(name, inbox -> new HttpWire(url, headers, limits, time, inbox), time);
  }

  /**
   * {@return the server whose stream of HTTP+SSE (MCP 2024-11-05) is at an address}
   *
   * @param name what to call it in reports: the address may hold a key
   * @throws IllegalArgumentException if the address is none of HTTP, or a header cannot be sent
   */
  public static Target events(
      String name, URI url, Map<String, String> headers, ConnectionLimits limits, Time time) {
    return new McpTarget(
        name, inbox -> new HttpWire(url, headers, limits, time, inbox).overEvents(), time);
  }

  /**
   * {@return the server that a command starts}
   *
   * @param name what to call it in reports: the command may hold a key
   */
  public static Target stdio(String name, Launch launch, ConnectionLimits limits, Time time) {
    return new McpTarget(name, inbox -> new StdioWire(launch, limits, time, inbox), time);
  }
}
