package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.gateway.translate.EraMethods;
import dev.belay.gateway.translate.OutputSchemaTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Servers, and beside their tools those by which clients ask for jobs; to clients that know tasks,
 * jobs are tasks. A server's own tool of such a name stays that server's, and so do its tasks: what
 * asks for a task goes to the servers where it is no job.
 *
 * <p>Safe for use by many threads.
 */
public final class JobHost implements SessionFactory {
  /** The member of a definition's {@code _meta} that says that calls become jobs at once. */
  private static final String ASYNC = "dev.belay/async";

  private static final RawJson YES = RawJson.of("true");

  private final SessionFactory servers;
  private final JobTools tools;
  private final BooleanSupplier arise;
  private final Predicate<String> always;

  /** The names that servers have for tools of their own. */
  private volatile Set<String> taken = Set.of();

  /** The last lists that many clients get, as they are shown to each kind of client. */
  private final Map<Shown, Extended> last = new ConcurrentHashMap<>();

  /**
   * A list, and what is made of it.
   *
   * @param always of each tool in it, whether its calls became jobs at once
   */
  private record Extended(SharedResult from, SharedResult to, Map<String, Boolean> always) {
    boolean isOf(SharedResult list, Predicate<String> now) {
      return list.equals(from)
          && always.entrySet().stream().allMatch(tool -> now.test(tool.getKey()) == tool.getValue());
    }
  }

  /**
   * What a client is shown in a list of tools.
   *
   * @param tools those by which it asks for jobs
   * @param tasks which tools it may call as legacy tasks
   */
  private record Shown(boolean tools, boolean tasks) {}

  /**
   * Puts the tools beside those of {@code servers}.
   *
   * @param arise tells whether calls may become jobs: then lists have the tools, and tasks are
   *     declared; jobs that are there can be asked for in any case
   * @param always tells of a tool, by its name in lists, whether its calls become jobs at once
   */
  public JobHost(
      SessionFactory servers, JobTools tools, BooleanSupplier arise, Predicate<String> always) {
    this.servers = servers;
    this.tools = tools;
    this.arise = arise;
    this.always = always;
  }

  @Override
  public Conversation open(ClientLink client) {
    return new Client(this, client, servers.open(client));
  }

  private boolean has(@Nullable String tool) {
    return tool != null
        && tools.names().contains(tool)
        && !taken.contains(tool)
        && (arise.getAsBoolean() || tools.haveJobs());
  }

  /**
   * {@return that result of {@code tools/list}, on its last page with the tools}
   *
   * @param jobs is told of each tool whether its calls become jobs at once
   */
  private byte[] extended(byte[] result, Shown shown, Map<String, Boolean> jobs) {
    var object = JsonObject.of(result);
    var page = object == null ? null : ListedPage.of(object, "tools");
    if (object == null || page == null) {
      return result;
    }
    var names = new HashSet<>(taken);
    var items = new ArrayList<byte[]>();
    for (var item : page.items()) {
      var tool = JsonObject.of(item);
      var name = tool == null ? null : tool.text("name");
      if (name != null && tools.names().contains(name)) {
        names.add(name);
      }
      boolean isJob = name != null && always.test(name);
      if (name != null) {
        jobs.put(name, isJob);
      }
      items.add(tool != null && isJob ? asJob(tool, shown.tasks) : item);
    }
    taken = Set.copyOf(names);
    return shown.tools && page.next() == null
        ? object.set("tools", tools.appended(items, names)).json()
        : jobs.containsValue(true) ? object.set("tools", JsonArray.of(items)).json() : result;
  }

  /**
   * A tool of which every call becomes a job says so (C14), and has a handle in its schema: hosts
   * run every tool as a task that may be called as one, and hold every result to its schema.
   */
  private static byte[] asJob(JsonObject tool, boolean isTask) {
    tool.open("_meta").set(ASYNC, YES);
    if (isTask && !tool.has("execution")) {
      tool.open("execution").setText("taskSupport", "optional");
    }
    var widened = OutputSchemaTranslation.widened(tool, JobText.HANDLE);
    return widened == null ? tool.json() : widened;
  }

  private SharedResult extended(RequestId id, SharedResult list, Shown shown) {
    var known = last.get(shown);
    if (known != null && known.isOf(list, always)) {
      return known.to;
    }
    var jobs = new HashMap<String, Boolean>();
    var result = Envelope.parseOwn(list.answer(id)).raw(Member.RESULT);
    var made = result == null ? list : SharedResult.of(extended(result, shown, jobs));
    last.put(shown, new Extended(list, made, jobs));
    return made;
  }

  /** The way back of a list of tools. */
  private record ToolList(JobHost host, Shown shown, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      reply.send(
          result == null
              ? response
              : message.withResult(host.extended(result, shown, new HashMap<>())).bytes());
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      reply.send(id, host.extended(id, result, shown));
    }
  }

  /** The way back of what servers say of themselves, to which tasks are added. */
  private record Introduced(UnaryOperator<byte[]> adding, ReplyTo reply)
      implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      reply.send(result == null ? response : message.withResult(adding.apply(result)).bytes());
    }

    @Override
    public void send(RequestId id, SharedResult result) {
      send(result.answer(id));
    }
  }

  /** The way back of what is asked of a job: where there is none, servers are asked. */
  private record JobFirst(Client client, Envelope request, ReplyTo reply)
      implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      if (JobTasks.isUnknown(response)) {
        client.servers.onRequest(request, new Known(request, reply));
      } else {
        reply.send(response);
      }
    }
  }

  /** The way back of what is asked of a task, where tasks are declared whatever the servers do. */
  private record Known(Envelope request, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      reply.send(
          isUnknownMethod(response)
              ? Messages.error(request.requireId(), ErrorCode.INVALID_PARAMS, JobTasks.UNKNOWN)
              : response);
    }
  }

  private static boolean isUnknownMethod(byte[] response) {
    var message = Envelope.parseOwn(response);
    return message.kind() == Kind.ERROR
        && Integer.toString(ErrorCode.METHOD_NOT_FOUND.code())
            .equals(message.number(Member.ERROR_CODE));
  }

  /** One client: what it asks of jobs is answered here, all else by the servers. */
  private static final class Client implements ForwardingConversation {
    private final JobHost host;
    private final ClientLink link;
    private final Conversation servers;
    private final AtomicReference<@Nullable Conversation> jobs = new AtomicReference<>();

    /** How a legacy client has opened its session. */
    private volatile @Nullable Envelope initialize;

    /** What a legacy client was told of tasks. */
    private volatile TaskOffer tasks = TaskOffer.NONE;

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
          (isOfJobs ? jobs() : servers).onRequest(tasks.heard(request), reply);
        }
        case "tools/list" -> {
          boolean isPlain = !host.arise.getAsBoolean();
          servers.onRequest(request, isPlain ? reply : new ToolList(host, shown(request), reply));
        }
        case "initialize" -> {
          initialize = request;
          servers.onRequest(request, arising(this::initialized, reply));
        }
        case "server/discover" -> servers.onRequest(request, arising(TaskOffer::discovered, reply));
        case "tasks/get", "tasks/result", "tasks/cancel", "tasks/update", "tasks/list" ->
            task(request, reply);
        default -> servers.onRequest(request, reply);
      }
    }

    private Shown shown(Envelope request) {
      // A legacy call may become a job though its client knows tasks: it has to ask for one.
      return isModern(request)
          ? new Shown(!TaskOffer.isTakenBy(request), /* tasks= */ false)
          : new Shown(/* tools= */ true, tasks.isMade() && tasks.isOfJobsAlone());
    }

    private ReplyTo arising(UnaryOperator<byte[]> adding, ReplyTo reply) {
      return host.arise.getAsBoolean() ? new Introduced(adding, reply) : reply;
    }

    private byte[] initialized(byte[] result) {
      var offer = TaskOffer.of(result, link);
      tasks = offer;
      return offer.initialized(result);
    }

    private void task(Envelope request, ReplyTo reply) {
      boolean isModern = isModern(request);
      if (!(isModern ? host.arise.getAsBoolean() : tasks.has(request.method()))
          || !EraMethods.hasRequest(isModern ? Era.MODERN : Era.LEGACY, request.method())) {
        servers.onRequest(request, reply);
      } else if (isModern && !TaskOffer.isTakenBy(request)) {
        reply.send(TaskOffer.needed(request));
      } else if (request.method().equals("tasks/list")) {
        jobs().onRequest(request, reply);
      } else if (CallId.parse(String.valueOf(request.text(Member.PARAMS_TASK_ID))).isEmpty()) {
        servers.onRequest(request, new Known(request, reply));
      } else {
        jobs().onRequest(request, new JobFirst(this, request, reply));
      }
    }

    private static boolean isModern(Envelope request) {
      return request.has(Member.META_PROTOCOL_VERSION);
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
