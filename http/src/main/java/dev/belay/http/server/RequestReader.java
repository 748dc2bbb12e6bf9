package dev.belay.http.server;

import dev.belay.http.route.Request;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Turns the bytes of one connection into requests; after a refusal it reads no more.
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
  private final AtomicLong bodies;
  private final String peer;
  private final Lines lines = new Lines();
  private final HeadReader heads;
  private @Nullable Body body;

  RequestReader(SizeBounds bounds, Guard guard, AtomicLong bodies, String peer) {
    this.bounds = bounds;
    this.guard = guard;
    this.bodies = bodies;
    this.peer = peer;
    this.heads = new HeadReader(bounds, lines);
  }

  /** {@return the next request, a refusal, or null if more bytes must come first} */
  @Nullable Arrival next(ByteBuf in) {
    try {
      return read(in);
    } catch (RefusedRequestException e) {
      release();
      return new Arrival.Refused(e.refusal());
    }
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
    return body == null ? 0 : body.bytes.length();
  }

  /** {@return true, once, if the client waits for a word before it sends its body} */
  boolean takeWantsContinue() {
    if (body == null || !body.wantsContinue) {
      return false;
    }
    body.wantsContinue = false;
    return body.bytes.length() == 0;
  }

  /** Forgets what has come of a request. */
  void release() {
    if (body != null) {
      body.bytes.release();
      body = null;
    }
  }

  private @Nullable Arrival read(ByteBuf in) throws RefusedRequestException {
    if (body == null) {
      Head head = heads.read(in);
      if (head == null) {
        return null;
      }
      guard.check(head);
      Framing framing = Framing.of(head, bounds);
      if (framing.length() == 0) {
        return whole(head, EMPTY);
      }
      body = new Body(head, framing, lines, heads, new BodyBytes(bounds, bodies));
    }
    if (!body.read(in)) {
      return null;
    }
    Arrival whole = whole(body.head, body.bytes.take());
    body = null;
    return whole;
  }

  private Arrival whole(Head head, byte[] bytes) {
    boolean keepAlive = head.isHttp11() && !head.lists("connection", "close");
    return new Arrival.Whole(
        new Request(head.method(), head.path(), head.query(), head.headers(), bytes, peer),
        keepAlive,
        head.isHttp11());
  }

  /** A request whose head is known and whose body is still coming. */
  private static final class Body {
    private final Head head;
    private final BodyBytes bytes;
    private final @Nullable Chunks chunks;
    private final long length;
    private boolean wantsContinue;

    Body(Head head, Framing framing, Lines lines, HeadReader heads, BodyBytes bytes) {
      this.head = head;
      this.bytes = bytes;
      this.length = framing.length();
      this.wantsContinue = framing.wantsContinue();
      this.chunks = length == Framing.CHUNKED ? new Chunks(lines, heads, bytes) : null;
    }

    boolean read(ByteBuf in) throws RefusedRequestException {
      if (chunks != null) {
        return chunks.read(in);
      }
      bytes.add(in, (int) Math.min(length - bytes.length(), in.readableBytes()));
      return bytes.length() == length;
    }
  }
}
