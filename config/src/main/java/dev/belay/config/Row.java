package dev.belay.config;

/**
 * One effective value and its origin, for {@code belay config show}.
 *
 * @param key path of the key
 * @param value as a user would write it; the value of an environment variable is hidden
 * @param origin such as {@code belay.yaml:3}, {@code --timeout}, {@code BELAY_MCP_TIMEOUT} or
 *     {@code default}
 */
public record Row(String key, String value, String origin) {}
