package dev.belay.http.server;

import dev.belay.http.route.Request;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one connection into heads and bodies; after a refusal it reads no more.
 *
 * <p>Used by the connection's own event loop only.
 */
final class RequestReader {
  /** What has come of the next request. */
  enum Progress {
    NOTHING,
    HEAD,
    BODY
  }

  private static final byte[] EMPTY = {};

  private final SizeBounds bounds;
  private final Guard guard;
  private final Peers peers;
  private final InetSocketAddress remote;
  private final Lines lines = new Lines();
  private final HeadReader heads;
  private @Nullable Body body;

  RequestReader(SizeBounds bounds, Guard guard, Peers peers, InetSocketAddress remote) {
    this.bounds = bounds;
    this.guard = guard;
    this.peers = peers;
    this.remote = remote;
    this.heads = new HeadReader(bounds, lines);
  }

  /** {@return the next head, a refusal, or null if more bytes must come first} */
  @Nullable Arrival head(ByteBuf in) {
    try {
      Head head = heads.read(in);
      return head == null ? null : opened(head);
    } catch (RefusedRequestException e) {
      return new Arrival.Refused(e.refusal());
    }
  }

  /**
   * Reads on in the body of the request whose head came last.
   *
   * @param claim what it takes is counted to
   * @param isAdmitted whether more of it may be waited for; else it is read only if it lies there
   * @return the body, a refusal, or null if more bytes must come first
   */
  @Nullable Arrival body(ByteBuf in, Claim claim, boolean isAdmitted) {
    Body now = body;
    try {
      if (now == null
          || !(isAdmitted || now.liesIn(in))
          || !now.read(in, claim, bounds, lines, heads)) {
        return null;
      }
      body = null;
      return new Arrival.Completed(now.whole());
    } catch (RefusedRequestException e) {
      release();
      return new Arrival.Refused(e.refusal());
    }
  }

  /** {@return what the head that is under way takes} */
  long held() {
    return heads.held();
  }

  /** {@return how far the next request has come, {@code rest} being bytes not yet understood} */
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

  /** {@return true, once, if the client waits for a word before it sends its body} */
  boolean takeWantsContinue() {
    if (body == null || !body.wantsContinue) {
      return false;
    }
    body.wantsContinue = false;
    return body.length() == 0;
  }

  /** Forgets what has come of a request. */
  void release() {
    body = null;
  }

  private Arrival opened(Head head) throws RefusedRequestException {
    guard.check(head);
    Framing framing = Framing.of(head, bounds);
    boolean isWhole = framing.length() == 0;
    body = isWhole ? null : new Body(framing);
    return new Arrival.Opened(
        new Request(
            head.method(),
            head.path(),
            head.query(),
            head.headers(),
            EMPTY,
            peers.of(remote, head)),
        head.isHttp11() && !head.lists("connection", "close"),
        head.isHttp11(),
        isWhole,
        head.held());
  }

  /** The body of a request whose head is known. */
  private static final class Body {
    private final long length;
    private boolean wantsContinue;
    private @Nullable BodyBytes bytes;
    private @Nullable Chunks chunks;

    Body(Framing framing) {
      this.length = framing.length();
      this.wantsContinue = framing.wantsContinue();
    }

    int length() {
      return bytes == null ? 0 : bytes.length();
    }

    byte[] whole() {
      return bytes == null ? EMPTY : bytes.whole();
    }

    boolean liesIn(ByteBuf in) {
      return length != Framing.CHUNKED && length <= in.readableBytes();
    }

    boolean read(ByteBuf in, Claim claim, SizeBounds bounds, Lines lines, HeadReader heads)
        throws RefusedRequestException {
      if (bytes == null) {
        bytes = new BodyBytes(bounds, claim);
        chunks = length == Framing.CHUNKED ? new Chunks(lines, heads, bytes) : null;
      }
      if (chunks != null) {
        return chunks.read(in);
      }
      bytes.add(in, (int) Math.min(length - bytes.length(), in.readableBytes()));
      return bytes.length() == length;
    }
  }
}
