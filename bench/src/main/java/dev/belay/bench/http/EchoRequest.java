package dev.belay.bench.http;

import java.nio.charset.StandardCharsets;

/** The bytes of a call, of which only the digits of the id change. */
public final class EchoRequest {
  /** Has as many digits as every id that follows it here. */
  private static final long FIRST = 1_000_000_000L;

  private static final int DIGITS = 10;

  private final byte[] bytes;
  private final int last;
  private long id;

  /** Ids that begin at {@code from}, so that several connections of one session share none. */
  public EchoRequest(KeptConnection connection, EchoSession session, long from) {
    var first = Long.toString(FIRST);
    var body = session.call().replace(EchoSession.ID, first);
    bytes = connection.post(body, session.headers());
    last = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(first) + DIGITS - 1;
    id = FIRST + from;
  }

  /** {@return the bytes of the next call; the same array each time} */
  public byte[] next() {
    long rest = ++id;
    for (int at = last; at > last - DIGITS; at--) {
      bytes[at] = (byte) ('0' + rest % DIGITS);
      rest /= DIGITS;
    }
    return bytes;
  }
}
