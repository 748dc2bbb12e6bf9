package dev.belay.http.server;

import dev.belay.http.route.Request;
import dev.belay.http.server.Refusal.RequestRefused;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Parses the bytes of one connection into heads and bodies; stops after a refusal.
 *
 * <p>Confined to the connection's event loop.
 */
final class RequestReader {
  /** How far the next request has been received. */
  enum Progress {
    NOTHING,
    HEAD,
    BODY
  }

  /** One parsed element: a head, the body after it, or a reason to end the connection. */
  sealed interface Arrival {
    /**
     * The head of a request.
     *
     * @param keepAlive whether the client wants to reuse the connection
     * @param chunks whether the client understands chunked answers (HTTP/1.1)
     * @param isWhole whether no body follows
     * @param held the memory charged for it, in bytes
     */
    record Opened(Request head, boolean keepAlive, boolean chunks, boolean isWhole, long held)
        implements Arrival {}

    /** The complete body of the request with the last head. */
    @SuppressWarnings("ArrayRecordComponent") // Bodies are passed on, never compared.
    record Completed(byte[] body) implements Arrival {}

    /** The rest of the connection cannot be trusted, or is not awaited. */
    record Refused(Refusal refusal) implements Arrival {}
  }

  private static final byte[] EMPTY = {};

  private final ServerBounds.Sizes bounds;
  private final OriginGuard guard;
  private final Peers peers;
  private final InetSocketAddress remote;
  private final Lines lines = new Lines();
  private final HeadReader heads;
  private @Nullable BodyReader body;
  private boolean owesContinue;

  RequestReader(
      ServerBounds.Sizes bounds, OriginGuard guard, Peers peers, InetSocketAddress remote) {
    this.bounds = bounds;
    this.guard = guard;
    this.peers = peers;
    this.remote = remote;
    this.heads = new HeadReader(bounds, lines);
  }

  /** {@return the next head, a refusal, or null if more bytes must come first} */
  @Nullable Arrival head(ByteBuf in) {
    try {
      RequestHead head = heads.read(in);
      return head == null ? null : opened(head);
    } catch (RequestRefused e) {
      return new Arrival.Refused(e.refusal());
    }
  }

  /**
   * Continues to read the body of the request with the last head.
   *
   * @param claim the account that its bytes are charged to
   * @param isAdmitted whether more of it may be awaited; otherwise it is read only if {@code in}
   *     holds all of it
   * @return the body, a refusal, or null if more bytes must come first
   */
  @Nullable Arrival body(ByteBuf in, Claim claim, boolean isAdmitted) {
    BodyReader now = body;
    try {
      if (now == null || !(isAdmitted || now.isWholeIn(in)) || !now.read(in, claim, lines, heads)) {
        return null;
      }
      body = null;
      return new Arrival.Completed(now.whole(claim));
    } catch (RequestRefused e) {
      release();
      return new Arrival.Refused(e.refusal());
    }
  }

  /** {@return the memory charged for the head being read, in bytes} */
  long held() {
    return heads.held();
  }

  /**
   * {@return the progress of the next request, {@code rest} telling whether there are unparsed
   * bytes}
   */
  Progress progress(boolean rest) {
    if (body != null) {
      return Progress.BODY;
    }
    return rest || heads.isUnderWay() ? Progress.HEAD : Progress.NOTHING;
  }

  /** {@return the number of bytes of the body received so far} */
  int bodyBytes() {
    return body == null ? 0 : body.length();
  }

  /** {@return true, once, if the client waits for {@code 100 Continue} before it sends its body} */
  boolean takeWantsContinue() {
    if (body == null || !owesContinue) {
      return false;
    }
    owesContinue = false;
    return body.length() == 0;
  }

  /** Discards the received part of a request. */
  void release() {
    body = null;
  }

  private Arrival opened(RequestHead head) throws RequestRefused {
    guard.check(head);
    body = BodyReader.of(head, bounds);
    owesContinue = body != null && body.expectsContinue();
    RequestHead.RequestLine line = head.line();
    return new Arrival.Opened(
        new Request(
            line.method(),
            line.path(),
            line.query(),
            head.headers(),
            EMPTY,
            peers.of(remote, head)),
        line.isHttp11() && !head.lists("connection", "close"),
        line.isHttp11(),
        body == null,
        head.held());
  }
}
