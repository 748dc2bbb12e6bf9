package dev.belay.config;

/**
 * One option of the command line, already split from its text.
 *
 * @param name as the user typed it, such as {@code --idle-timeout}: the origin of the value
 * @param key path it sets, such as {@code mcp.timeout} or {@code mcpServers.files.env}
 * @param text value as typed; {@code NAME=value} for {@code env}
 */
public record Flag(String name, String key, String text) {
  /** {@return a flag that sets a key of one server, as those of {@code belay wrap} do} */
  public static Flag ofServer(String name, String server, String leaf, String text) {
    return new Flag(name, Keys.SERVERS + "." + server + "." + leaf, text);
  }
}
