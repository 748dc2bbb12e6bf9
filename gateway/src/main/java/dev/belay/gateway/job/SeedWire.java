package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the wire form of S2, for clients that a notification reaches (C13): a call of a tool
 * whose calls are jobs at once is answered with its id and estimate; progress and result follow as
 * notifications. Everything else passes.
 *
 * <p>A job is followed on a thread of its own that looks at it a few times a second, so that a
 * client hears {@link #PER_SECOND} notifications of progress a second however many its jobs and
 * their reports are. Safe for use by many threads.
 */
public final class SeedWire implements SessionFactory {
  /** The experimental capability by which the form is announced. */
  private static final String CAPABILITY = "dev.belay/async_tools";

  private static final int PER_SECOND = 100;

  /** How often a job is looked at, where its client has few. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private static final Duration STORE_PAUSE = Duration.ofSeconds(1);

  /** How many jobs of one client are followed; the answer to more is the usual one. */
  private static final int MOST = 1_000;

  private static final RawJson YES = RawJson.of("true");
  private static final RawJson EMPTY = RawJson.of("{}");

  private final SessionFactory host;
  private final Jobs jobs;
  private final Consumer<CallId> fetched;
  private final BooleanSupplier isSpoken;
  private final Predicate<String> always;
  private final ThreadFactory threads;
  private final Time time;

  /**
   * Speaks the form in front of {@code host}.
   *
   * @param fetched is told of each job whose result was sent
   * @param isSpoken whether it is spoken, asked for each request
   * @param always tells of a tool, by its name in lists, whether its calls become jobs at once
   * @param threads makes threads that may block, one a job
   */
  public SeedWire(
      SessionFactory host,
      Jobs jobs,
      Consumer<CallId> fetched,
      BooleanSupplier isSpoken,
      Predicate<String> always,
      ThreadFactory threads,
      Time time) {
    this.host = host;
    this.jobs = jobs;
    this.fetched = fetched;
    this.isSpoken = isSpoken;
    this.always = always;
    this.threads = threads;
    this.time = time;
  }

  @Override
  public Conversation open(ClientLink client) {
    return new Client(this, client, host.open(client));
  }

  private static byte[] announced(byte[] initialized) {
    var result = JsonObject.of(initialized);
    if (result == null) {
      return initialized;
    }
    result.open("capabilities").open("experimental").set(CAPABILITY, EMPTY);
    return result.json();
  }

  private byte[] listed(byte[] list) {
    var result = JsonObject.of(list);
    var page = result == null ? null : ListedPage.of(result, "tools");
    return result == null || page == null
        ? list
        : result
            .set("tools", JsonArray.of(page.items().stream().map(this::declared).toList()))
            .json();
  }

  private byte[] declared(byte[] tool) {
    var definition = JsonObject.of(tool);
    var name = definition == null ? null : definition.text("name");
    return definition == null || name == null || !always.test(name)
        ? tool
        : definition.set("async", YES).json();
  }

  /** {@return the fields of a job in a result that tells of one; null for any other} */
  private static @Nullable JsonObject told(@Nullable JsonObject result) {
    if (result == null) {
      return null;
    }
    var structured = result.object("structuredContent");
    var meta = result.object("_meta");
    return structured != null || meta == null ? structured : meta.object(JobText.META);
  }

  /** The way back of a request whose result is told in other words. */
  private record Reworded(UnaryOperator<byte[]> words, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      reply.send(result == null ? response : message.withResult(words.apply(result)).bytes());
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      send(result.answer(id));
    }
  }

  /** The way back of a call that may have become a job. */
  private record Called(Client client, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      var fields = result == null ? null : told(JsonObject.of(result));
      var named = fields == null ? null : fields.text("job_id");
      var id = named == null ? null : CallId.parse(named).orElse(null);
      if (fields == null || id == null || !isOpen(fields) || !client.mayFollow(id)) {
        reply.send(response);
      } else {
        reply.send(message.withResult(SeedText.accepted(id, fields)).bytes());
        // Only now, so that the answer is written first (S2-16).
        client.follow(id);
      }
    }

    /** A call that repeats a job which has ended is told of that in the usual form. */
    private static boolean isOpen(JsonObject fields) {
      var status = fields.text("status");
      return "queued".equals(status)
          || "running".equals(status)
          || "waiting".equals(status)
          || JobText.INPUT_REQUIRED.equals(status);
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      send(result.answer(id));
    }
  }

  /** One client and the jobs that it hears of. */
  private static final class Client implements ForwardingConversation {
    private final SeedWire wire;
    private final ClientLink link;
    private final Conversation servers;
    private final Set<CallId> followed = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    Client(SeedWire wire, ClientLink link, Conversation servers) {
      this.wire = wire;
      this.link = link;
      this.servers = servers;
    }

    @Override
    public Conversation conversation() {
      return servers;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      servers.onRequest(
          request, wire.isSpoken.getAsBoolean() && isLegacy(request) ? way(request, reply) : reply);
    }

    private static boolean isLegacy(Envelope request) {
      return !request.has(Member.META_PROTOCOL_VERSION);
    }

    private ReplyTo way(Envelope request, ReplyTo reply) {
      return switch (request.method()) {
        case "initialize" -> new Reworded(SeedWire::announced, reply);
        case "tools/list" -> new Reworded(wire::listed, reply);
        case "tools/call" -> {
          var tool = request.text(Member.PARAMS_NAME);
          boolean isAsync = tool != null && wire.always.test(tool);
          yield isAsync && link.hears() ? new Called(this, reply) : reply;
        }
        default -> reply;
      };
    }

    /** {@return whether that is a job of this client, which can be followed} */
    boolean mayFollow(CallId id) {
      try {
        return followed.size() < MOST && wire.jobs.find(link.principal(), id) != null;
      } catch (JobStoreException _) {
        return false;
      }
    }

    /** Tells of a job from now on, once whatever number of calls were answered with it. */
    void follow(CallId job) {
      if (!isClosed && followed.add(job)) {
        var thread = wire.threads.newThread(() -> tell(job));
        thread.setName("belay-follow-" + job.brief());
        thread.start();
      }
    }

    private void tell(CallId id) {
      byte[] end = null;
      try {
        end = awaitEnd(id);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } finally {
        // Before the end is told: a call that is answered with the job from now on is told, too.
        followed.remove(id);
      }
      if (end != null && link.tell(end)) {
        wire.fetched.accept(id);
      }
    }

    /** Tells of the progress of a job; returns the message of its end, or null if it is gone. */
    private byte @Nullable [] awaitEnd(CallId id) throws InterruptedException {
      Heartbeat last = null;
      double share = 0;
      while (true) {
        var job = awaited(id);
        if (job == null || isClosed) {
          return null;
        }
        switch (job.state()) {
          case Job.State.Ended ended -> {
            return SeedText.ended(job, ended);
          }
          case Job.State.Open open -> {
            var word = open.word();
            if (word != null && !word.equals(last)) {
              // It never falls, whatever a tool reports.
              share = Math.max(share, SeedText.share(word));
              last = word;
              link.tell(SeedText.progress(id, share, word, wire.time.wall()));
            }
          }
        }
      }
    }

    private @Nullable Job awaited(CallId id) throws InterruptedException {
      var all = Duration.ofSeconds(followed.size()).dividedBy(PER_SECOND);
      while (true) {
        try {
          return wire.jobs.await(link.principal(), id, all.compareTo(LOOK) > 0 ? all : LOOK);
        } catch (JobStoreException _) {
          wire.time.sleep(STORE_PAUSE);
          if (isClosed) {
            return null;
          }
        }
      }
    }

    @Override
    public void close() {
      isClosed = true;
      servers.close();
    }
  }
}
