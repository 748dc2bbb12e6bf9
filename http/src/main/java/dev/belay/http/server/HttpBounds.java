package dev.belay.http.server;

/**
 * How much one server takes from its clients, and for how long it waits for them (P20, P22, P23).
 *
 * @param connections open at once; one more gets 503
 * @param size what one request and one answer may be
 * @param patience how long a client may take
 */
public record HttpBounds(int connections, SizeBounds size, Patience patience) {
  /** {@return 20,000 connections, and the defaults of the rest} */
  public static HttpBounds defaults() {
    return new HttpBounds(20_000, SizeBounds.defaults(), Patience.defaults());
  }

  /** {@return the same for that many connections} */
  public HttpBounds connections(int most) {
    return new HttpBounds(most, size, patience);
  }

  /** {@return the same with other sizes} */
  public HttpBounds size(SizeBounds other) {
    return new HttpBounds(connections, other, patience);
  }

  /** {@return the same with other patience} */
  public HttpBounds patience(Patience other) {
    return new HttpBounds(connections, size, other);
  }
}
