package dev.belay.http.server;

import dev.belay.http.route.Request;
import dev.belay.http.server.Refusal.RequestRefused;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one connection into heads and bodies; after a refusal it reads no more.
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

  /** One thing read: a head, the body behind it, or a reason to end the connection. */
  sealed interface Arrival {
    /**
     * The head of a request.
     *
     * @param keepAlive whether the client wants to reuse the connection
     * @param chunks whether the client understands chunked answers (HTTP/1.1)
     * @param isWhole whether no body follows
     * @param held what it takes of the server's memory, in bytes
     */
    record Opened(Request head, boolean keepAlive, boolean chunks, boolean isWhole, long held)
        implements Arrival {}

    /** The complete body of the request whose head came last. */
    @SuppressWarnings("ArrayRecordComponent") // Bodies are handed on, never compared.
    record Completed(byte[] body) implements Arrival {}

    /** The rest of the connection cannot be trusted, or is not waited for. */
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
   * Reads on in the body of the request whose head came last.
   *
   * @param claim the account that its bytes are charged to
   * @param isAdmitted whether more of it may be waited for; else it is read only if {@code in}
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

  /** {@return what the head being read takes of the server's memory, in bytes} */
  long held() {
    return heads.held();
  }

  /** {@return how far the next request has come, {@code rest} being bytes not yet parsed} */
  Progress progress(boolean rest) {
    if (body != null) {
      return Progress.BODY;
    }
    return rest || heads.isUnderWay() ? Progress.HEAD : Progress.NOTHING;
  }

  /** {@return how many bytes of the body have come} */
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

  /** Forgets what has come of a request. */
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
