package dev.belay.http.info;

/** What a server was to tell of itself is not what the schema allows. */
public final class InvalidServerInfo extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidServerInfo(String faults) {
    super("server info is invalid: " + faults);
  }
}
