package dev.belay.gateway.upstream;

/**
 * A caller of a server's tools, as far as callers can be told apart.
 *
 * @param principal an authenticated subject, or {@code local}
 * @param client the session of a legacy client; of a modern one, which has none, the beginning of
 *     its name, since it is long-lived and its length is the client's choice
 */
public record UpstreamUser(String principal, String client) {
  private static final int LONGEST = 256;

  public UpstreamUser {
    client = client.substring(0, Math.min(client.length(), LONGEST));
  }
}
