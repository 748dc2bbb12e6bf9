package dev.belay.http.server;

/**
 * How large things may be; what is larger is refused before it is read whole.
 *
 * @param lineBytes the request line; longer gets 414
 * @param headBytes request line and headers; more gets 431
 * @param headers how many header lines; more gets 431
 * @param bodyBytes the body, without its framing; more gets 413
 * @param bodiesBytes the bodies of all requests that are being read; more gets 503
 * @param pipelined requests that wait behind a running one, their bodies no larger together than
 *     one may be; one more gets 429
 * @param unreadBytes what a client may leave unread of a stream before it is dropped
 */
public record SizeBounds(
    int lineBytes,
    int headBytes,
    int headers,
    int bodyBytes,
    long bodiesBytes,
    int pipelined,
    long unreadBytes) {
  /** {@return 8 KiB, 32 KiB, 100, 4 MiB, 256 MiB, 64 and 1 MiB} */
  public static SizeBounds defaults() {
    return new SizeBounds(8 << 10, 32 << 10, 100, 4 << 20, 256L << 20, 64, 1 << 20);
  }
}
