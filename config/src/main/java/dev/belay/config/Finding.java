package dev.belay.config;

/**
 * One thing wrong or odd in the configuration, with its place and key (J20).
 *
 * @param at where it stands
 * @param key path of the key, such as {@code mcpServers.files.command}; empty for a whole file
 * @param text what is wrong and what would be right
 */
public record Finding(Origin at, String key, String text) {
  /**
   * {@return one line, such as {@code belay.yaml:3:5: mcp.timeout: expected seconds, found soon}}
   */
  @Override
  public String toString() {
    return at.exact() + ": " + (key.isEmpty() ? "" : key + ": ") + text;
  }
}
