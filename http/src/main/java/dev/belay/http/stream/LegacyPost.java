package dev.belay.http.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.http.stream.PendingRequests.Pending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One POST of the legacy era with a request or a batch of requests: answered in plain JSON if all
 * answers come soon, otherwise on a stream of the session, which outlives its connection (MCP
 * 2025-11-25 §streamable-http, C11).
 *
 * <p>Long because the POST and its parts are one state machine: the answer to each part depends on
 * the stream, the other parts and the client's departure.
 *
 * <p>Concurrency: {@code lock} guards the marked fields. Under it a stream is begun and events are
 * queued, through {@link EventLog}'s lock; the host is called outside it.
 */
final class LegacyPost implements Pending {
  /** An answer to a request, or to an element that was not a request. */
  @SuppressWarnings("ArrayRecordComponent") // Answers are sent, never compared.
  private record Answer(@Nullable RequestId id, byte[] message) {}

  private static final long NO_STREAM = -1;

  private final Service service;
  private final Session session;
  private final Response response;
  private final boolean batch;
  private final boolean opening;
  private final List<PostPart> parts;
  private final long began;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final List<Answer> early = new ArrayList<>(1);

  @GuardedBy("lock") private int missing;

  @GuardedBy("lock") private boolean over;

  // Written under the lock, read without it by left(), which takes no lock: it may run while events
  // are queued. Either it sees the stream, or the thread that begins the stream sees that it has
  // run.
  private volatile long stream = NO_STREAM;
  private volatile @Nullable EventStreamResponse first;
  private volatile long goneAt;
  private volatile boolean gone;

  /**
   * Creates a POST that has not begun.
   *
   * @param early answers that are already known: those to batch elements that are not messages
   */
  LegacyPost(
      Service service,
      Session session,
      Response response,
      List<Envelope> requests,
      boolean batch,
      List<byte[]> early,
      long began) {
    this.service = service;
    this.session = session;
    this.response = response;
    this.batch = batch;
    this.opening = requests.getFirst().method().equals("initialize");
    this.began = began;
    this.missing = requests.size();
    early.forEach(answer -> this.early.add(new Answer(null, answer)));
    this.parts = new ArrayList<>(requests.size());
    for (var request : requests) {
      parts.add(new PostPart(this, request));
    }
  }

  /** Passes the requests to the session's conversation. */
  void begin() {
    for (var part : parts) {
      try {
        session.conversation().onRequest(part.request(), part);
      } catch (RuntimeException e) {
        expire("Internal error", _ -> true);
        throw e;
      }
    }
    // Registered last, so that a departure never precedes the request; a late action runs at once.
    response.onGone(this::left);
  }

  @Override
  public int requests() {
    return parts.size();
  }

  @Override
  public String owner() {
    return session.owner();
  }

  @Override
  public long bytes() {
    return parts.stream().mapToLong(part -> part.request().bytes().length).sum();
  }

  /** Takes the answer to one part. */
  void answer(RequestId id, byte[] message) {
    answered(new Answer(id, message));
  }

  /** Records that one part gets no answer. */
  void nothing() {
    answered(null);
  }

  private void answered(@Nullable Answer answer) {
    List<Answer> plain = null;
    boolean last;
    boolean failed =
        opening && (answer == null || !session.opened(answer.message(), service.bounds()));
    lock.lock();
    try {
      last = --missing == 0;
      if (answer != null) {
        if (stream != NO_STREAM) {
          session.log().append(stream, answer.id(), answer.message());
        } else if (!gone) {
          early.add(answer);
        }
      }
      if (last) {
        over = true;
        if (stream != NO_STREAM) {
          session.log().finish(stream);
        } else if (!gone) {
          plain = early;
        }
      }
    } finally {
      lock.unlock();
    }
    if (last) {
      ended();
    }
    if (plain != null) {
      sendPlain(plain, failed ? List.of() : headers());
    }
    if (failed) {
      session.end("The session was not opened");
    }
  }

  /** Takes the answer to one part; a single answer is sent without copying the shared result. */
  void answer(RequestId id, SharedResult result) {
    boolean alone;
    lock.lock();
    try {
      alone = !batch && !opening && stream == NO_STREAM && !gone;
      over |= alone;
    } finally {
      lock.unlock();
    }
    if (alone) {
      ended();
      response.send(200, Wire.json(headers()), SharedResult.head(id), result.rest());
    } else {
      answer(id, result.answer(id));
    }
  }

  /** Takes the refusal of one part, by status 429 if it is the only part. */
  void tooSoon(TooSoon refused) {
    boolean alone;
    lock.lock();
    try {
      alone = !batch && stream == NO_STREAM && !gone;
      over |= alone;
    } finally {
      lock.unlock();
    }
    if (alone) {
      ended();
      Rejections.tooSoon(response, refused, Era.LEGACY);
    } else {
      answer(refused.request().requireId(), refused.answer());
    }
  }

  private List<Header> headers() {
    return opening ? List.of(new Header(McpHeader.SESSION.shown(), session.id())) : List.of();
  }

  private void sendPlain(List<Answer> answers, List<Header> headers) {
    if (answers.isEmpty()) {
      // The client cancelled its request: the stream ends without an answer.
      response.stream(Wire.events(headers)).end();
    } else if (batch) {
      response.send(200, Wire.json(headers), array(answers.stream().map(Answer::message).toList()));
    } else {
      response.send(200, Wire.json(headers), answers.getFirst().message());
    }
  }

  static byte[] array(List<byte[]> answers) {
    var array = new ByteArrayOutputStream();
    for (var answer : answers) {
      array.write(array.size() == 0 ? '[' : ',');
      array.writeBytes(answer);
    }
    array.write(']');
    return array.toByteArray();
  }

  /** Frees the place of the requests, before a plain answer is sent: the next one may follow it. */
  private void ended() {
    // First: a session that is not busy expires by this time.
    session.touch(service.time().nanos());
    session.remove(this);
    service.inFlight().remove(this);
  }

  boolean tell(byte[] message) {
    long number = streaming();
    return number != NO_STREAM && session.log().append(number, message);
  }

  void progress(Object author, byte[] message) {
    long number = streaming();
    if (number != NO_STREAM) {
      session.log().progress(number, author, message);
    }
  }

  void letGo() {
    if (session.isPrimed()) {
      long number = streaming();
      if (number != NO_STREAM) {
        session.log().letGo(number);
      }
    }
  }

  /** Returns the stream, which begins now if it has not; none if it can no longer begin. */
  private long streaming() {
    lock.lock();
    try {
      if (stream == NO_STREAM && !over && !gone) {
        var live = response.stream(Wire.events(headers()));
        first = live;
        stream = session.log().open(live, session.isPrimed());
        if (gone) {
          session.log().detach(stream, live);
        }
        for (var answer : early) {
          session.log().append(stream, answer.id(), answer.message());
        }
      }
      return stream;
    } finally {
      lock.unlock();
    }
  }

  private void left() {
    goneAt = service.time().nanos();
    gone = true;
    var live = first;
    long number = stream;
    if (number != NO_STREAM && live != null) {
      session.log().detach(number, live);
    } else if (opening) {
      // The session id never reached the client.
      session.end("The client left before its session was open");
    }
  }

  @Override
  public void look(long now) {
    var bounds = service.bounds();
    if (now - began < PendingRequests.streamAfter(bounds.plainFor()).toNanos()) {
      return;
    }
    expire(Rejections.tooLate(), part -> part.deadline.isDue(now));
    long number = streaming();
    if (number != NO_STREAM) {
      session.log().release(number);
    }
    if (isAbandoned(number, now)) {
      leave();
    }
  }

  private boolean isAbandoned(long number, long now) {
    return number == NO_STREAM
        ? gone && now - goneAt >= service.bounds().resumeFor().toNanos()
        : !session.log().isWithinReach(number);
  }

  /** Cancels the requests, since the client did not come back in time. */
  private void leave() {
    for (var part : parts) {
      if (part.abandon()) {
        nothing();
        session.conversation().onLeft(part.request().requireId());
      }
    }
  }

  private void expire(String why, Predicate<PostPart> which) {
    for (var part : parts) {
      if (which.test(part) && part.fail(why)) {
        session.conversation().onLeft(part.request().requireId());
      }
    }
  }

  /** Ends all parts, since the POST is refused as a whole; false if all have been answered. */
  boolean refuse() {
    boolean isMine = false;
    for (var part : parts) {
      isMine |= part.abandon();
    }
    return isMine;
  }

  /** Answers all unanswered parts with an error, in place of the host. */
  void giveUp(String why) {
    for (var part : parts) {
      var _ = part.fail(why);
    }
  }

  @Override
  public void shutDown() {
    giveUp(Rejections.closing(Era.LEGACY).message());
  }

  /** One request of the POST, and the destination of its answer. */
  static final class PostPart implements ReplyTo {
    private final LegacyPost post;
    private final Envelope request;
    private final AtomicBoolean over = new AtomicBoolean();

    /** When HTTP itself ends the request; set at the start of its call. */
    private volatile Deadline deadline = Deadline.NEVER;

    PostPart(LegacyPost post, Envelope request) {
      this.post = post;
      this.request = request;
    }

    Envelope request() {
      return request;
    }

    @Override
    public void send(byte[] response) {
      if (over.compareAndSet(false, true)) {
        post.answer(request.requireId(), response);
      }
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      if (over.compareAndSet(false, true)) {
        post.answer(id, result);
      }
    }

    @Override
    public void tooSoon(TooSoon refused) {
      if (over.compareAndSet(false, true)) {
        post.tooSoon(refused);
      }
    }

    @Override
    public void nothing() {
      if (over.compareAndSet(false, true)) {
        post.nothing();
      }
    }

    @Override
    public boolean tell(byte[] message) {
      return !over.get() && post.tell(message);
    }

    @Override
    public void progress(Object author, byte[] message) {
      if (!over.get()) {
        post.progress(author, message);
      }
    }

    @Override
    public void letGo() {
      if (!over.get()) {
        post.letGo();
      }
    }

    @Override
    public void runs(Duration limit) {
      deadline = post.service.deadline(limit);
    }

    /** Returns true for the one caller that ends the request without an answer. */
    boolean abandon() {
      return over.compareAndSet(false, true);
    }

    /** Answers with an error in place of the host; returns true for the one caller that did. */
    boolean fail(String why) {
      if (!abandon()) {
        return false;
      }
      var id = request.requireId();
      post.answer(id, Messages.error(id, Rejections.LEGACY, why, null));
      return true;
    }
  }
}
