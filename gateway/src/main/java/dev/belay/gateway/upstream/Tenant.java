package dev.belay.gateway.upstream;

/**
 * For whom a call runs, as far as it decides which processes may serve it.
 *
 * @param principal who is calling: an authenticated subject, or {@code local}
 * @param client the client's session, or its kind where it has no other
 * @param capabilities what the client can do, as JSON
 */
public record Tenant(String principal, String client, String capabilities) {
  /** The one client at the other end of a pipe. */
  public static final Tenant LOCAL = new Tenant("local", "stdio", "{}");
}
