package dev.belay.gateway.job;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.Host;
import dev.belay.mcp.session.ReplyTo;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Servers, and beside their tools those by which clients ask for jobs. A server's own tool of such
 * a name stays that server's.
 *
 * <p>Safe for use by many threads.
 */
public final class JobHost implements Host {
  private final Host servers;
  private final JobTools tools;
  private final BooleanSupplier lists;

  /** The names that servers have for tools of their own. */
  private volatile Set<String> taken = Set.of();

  /** The last list that many clients get, with the tools in it: it is the same for each. */
  private volatile @Nullable Extended last;

  private record Extended(SharedResult from, SharedResult to) {}

  /**
   * Puts the tools beside those of {@code servers}.
   *
   * @param lists tells whether lists have them, because a call may become a job; they can be called
   *     in any case
   */
  public JobHost(Host servers, JobTools tools, BooleanSupplier lists) {
    this.servers = servers;
    this.tools = tools;
    this.lists = lists;
  }

  @Override
  public Conversation open(ClientLink client) {
    return new Client(this, client, servers.open(client));
  }

  private boolean has(@Nullable String tool) {
    return tool != null && tools.names().contains(tool) && !taken.contains(tool);
  }

  /** {@return that result of {@code tools/list} with the tools, on its last page} */
  private byte[] extended(byte[] result) {
    var object = JsonObject.of(result);
    var page = object == null ? null : ListedPage.of(object, "tools");
    if (object == null || page == null) {
      return result;
    }
    var names = new HashSet<>(taken);
    for (var item : page.items()) {
      var tool = JsonObject.of(item);
      var name = tool == null ? null : tool.text("name");
      if (name != null && tools.names().contains(name)) {
        names.add(name);
      }
    }
    taken = Set.copyOf(names);
    return page.next() == null
        ? object.set("tools", tools.appended(page.items(), names)).json()
        : result;
  }

  private SharedResult extended(RequestId id, SharedResult list) {
    var known = last;
    if (known != null && list.equals(known.from)) {
      return known.to;
    }
    var result = Envelope.parseOwn(list.answer(id)).raw(Member.RESULT);
    var made = result == null ? list : SharedResult.of(extended(result));
    last = new Extended(list, made);
    return made;
  }

  /** The way back of a list of tools. */
  private record ToolList(JobHost host, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      reply.send(result == null ? response : message.withResult(host.extended(result)).bytes());
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      reply.send(id, host.extended(id, result));
    }
  }

  /** One client: what it asks of jobs is answered here, all else by the servers. */
  private static final class Client implements ForwardingConversation {
    private final JobHost host;
    private final ClientLink link;
    private final Conversation servers;
    private final AtomicReference<@Nullable Conversation> jobs = new AtomicReference<>();

    /** How a legacy client has opened its session. */
    private volatile @Nullable Envelope initialize;

    Client(JobHost host, ClientLink link, Conversation servers) {
      this.host = host;
      this.link = link;
      this.servers = servers;
    }

    @Override
    public Conversation conversation() {
      return servers;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      switch (request.method()) {
        case "tools/call" -> {
          boolean isOfJobs = host.has(request.text(Member.PARAMS_NAME));
          (isOfJobs ? jobs() : servers).onRequest(request, reply);
        }
        case "tools/list" ->
            servers.onRequest(
                request, host.lists.getAsBoolean() ? new ToolList(host, reply) : reply);
        case "initialize" -> {
          initialize = request;
          servers.onRequest(request, reply);
        }
        default -> servers.onRequest(request, reply);
      }
    }

    private Conversation jobs() {
      var known = jobs.get();
      if (known != null) {
        return known;
      }
      var made = host.tools.open(link);
      var opening = initialize;
      if (opening != null) {
        made.onRequest(opening, ReplyTo.NONE);
      }
      var other = jobs.compareAndExchange(null, made);
      if (other != null) {
        made.close();
        return other;
      }
      return made;
    }

    @Override
    public void onNotification(Envelope notification) {
      var asked = jobs.get();
      if (asked != null && notification.method().equals("notifications/cancelled")) {
        asked.onNotification(notification);
      }
      servers.onNotification(notification);
    }

    @Override
    public void onLeft(RequestId request) {
      var asked = jobs.get();
      if (asked != null) {
        asked.onLeft(request);
      }
      servers.onLeft(request);
    }

    @Override
    public void close() {
      var asked = jobs.get();
      if (asked != null) {
        asked.close();
      }
      servers.close();
    }
  }
}
