package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.core.call.CallId;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.translate.EraMethods;
import dev.belay.gateway.translate.OutputSchemaTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Servers, and beside their tools Belay's own, as those by which clients ask for jobs; to clients
 * that know tasks, jobs are tasks. A server's own tool of the name of one for jobs stays that
 * server's; that of another tool of Belay's is not shown.
 *
 * <p>Safe for use by many threads. Longer than other files: what a client is shown of jobs, and
 * where its requests for them go, must agree.
 */
public final class JobHost implements SessionFactory {
  /** The member of a definition's {@code _meta} that says that calls become jobs at once. */
  private static final String ASYNC = "dev.belay/async";

  private static final String SUPPORT = "taskSupport";
  private static final String OPTIONAL = "optional";
  private static final RawJson YES = RawJson.of("true");

  private final SessionFactory servers;
  private final JobTools jobs;
  private final BuiltInTools tools;
  private final BooleanSupplier arise;
  private final ToolCalls calls;

  /** The names that servers have for tools of their own. */
  private volatile Set<String> taken = Set.of();

  /** The last lists that many clients get, as they are shown to each kind of client. */
  private final Map<Shown, Extended> last = new ConcurrentHashMap<>();

  /**
   * A list, and what is made of it.
   *
   * @param policies those that tell when the calls of its tools become jobs
   */
  private record Extended(SharedResult from, SharedResult to, Object policies) {
    boolean isOf(SharedResult list, Object now) {
      return list.equals(from) && policies.equals(now);
    }
  }

  /**
   * What a client is shown in a list of tools.
   *
   * @param own the names of Belay's tools
   * @param jobs whether calls may become jobs
   * @param tasks whether it may call tools as legacy tasks
   */
  private record Shown(Set<String> own, boolean jobs, boolean tasks) {
    boolean isPlain() {
      return own.isEmpty() && !jobs;
    }
  }

  /**
   * Puts Belay's tools beside those of {@code servers}.
   *
   * @param jobs the tools of jobs
   * @param others tools for other ends
   * @param arise tells whether calls may become jobs: then lists have the tools, and tasks are
   *     declared; jobs that are there can be asked for in any case
   * @param calls has the policies of tools, by their names in lists
   */
  public JobHost(
      SessionFactory servers,
      JobTools jobs,
      List<BuiltInTool> others,
      BooleanSupplier arise,
      ToolCalls calls) {
    this.servers = servers;
    this.jobs = jobs;
    tools = new BuiltInTools(jobs, others);
    this.arise = arise;
    this.calls = calls;
  }

  /** {@return when the calls of that tool become jobs} */
  public JobSettings.Mode mode(String tool) {
    var policy = calls.policy(tool);
    return policy == null ? JobSettings.Mode.AUTO : policy.job();
  }

  @Override
  public Conversation open(ClientLink client) {
    return new Client(this, client, servers.open(client));
  }

  private boolean has(@Nullable String tool) {
    return tool != null
        && (tools.areOthers(tool)
            || (tools.areOfJobs(tool) && !taken.contains(tool) && mayBeAsked()));
  }

  /** Jobs that are there can be asked for also where no more of them arise. */
  private boolean mayBeAsked() {
    return arise.getAsBoolean() || jobs.haveJobs();
  }

  /** {@return that result of {@code tools/list}, on its last page with Belay's tools} */
  private byte[] extended(byte[] result, Shown shown) {
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
      if (name != null && tools.areOfJobs(name)) {
        names.add(name);
      }
      if (name != null && shown.own.contains(name) && tools.areOthers(name)) {
        continue;
      }
      if (tool == null || name == null || !shown.jobs) {
        items.add(item);
      } else {
        var mode = mode(name);
        items.add(shown(item, tool, mode, shown));
      }
    }
    taken = Set.copyOf(names);
    var own = new HashSet<>(shown.own);
    own.removeAll(names);
    return !own.isEmpty() && page.next() == null
        ? object.set("tools", tools.appended(items, own)).json()
        : !items.equals(page.items()) ? object.set("tools", JsonArray.of(items)).json() : result;
  }

  /**
   * {@return a tool as a client is shown it}
   *
   * <p>One of which every call becomes a job says so (C14), and has a handle in its schema: hosts
   * hold every result to that. Only such a tool, or one of which its server makes tasks, may be
   * called as a task: hosts run every tool as one of which this is said.
   */
  private static byte[] shown(byte[] item, JsonObject tool, JobSettings.Mode mode, Shown shown) {
    boolean isJob = mode == JobSettings.Mode.ALWAYS;
    if (isJob) {
      tool.open("_meta").set(ASYNC, YES);
    }
    boolean isOther = shown.tasks && isOfTasks(tool, mode);
    var widened = isJob ? OutputSchemaTranslation.widened(tool, JobText.HANDLE) : null;
    return widened == null ? isJob || isOther ? tool.json() : item : widened;
  }

  /** Says whether a tool may be called as a task; false where it says so already. */
  private static boolean isOfTasks(JsonObject tool, JobSettings.Mode mode) {
    var execution = tool.object("execution");
    var said = execution == null ? null : execution.text(SUPPORT);
    boolean isOfServer = OPTIONAL.equals(said) || "required".equals(said);
    var support =
        switch (mode) {
          case NEVER -> null;
          case AUTO -> isOfServer ? OPTIONAL : null;
          case ALWAYS -> isOfServer || said == null ? OPTIONAL : null;
          case TASK -> "required";
        };
    if (support != null) {
      tool.open("execution").setText(SUPPORT, support);
    } else if (isOfServer) {
      tool.open("execution").remove(SUPPORT);
    }
    return support != null || isOfServer;
  }

  private SharedResult extended(RequestId id, SharedResult list, Shown shown) {
    // Before they are used: if they change meanwhile, the next request makes the list anew.
    var policies = calls.policies();
    var known = last.get(shown);
    if (known != null && known.isOf(list, policies)) {
      // The newest of what is equal, so that the next comparison ends at once.
      last.put(shown, new Extended(list, known.to, policies));
      return known.to;
    }
    var result = Envelope.parseOwn(list.answer(id)).raw(Member.RESULT);
    var made = result == null ? list : SharedResult.of(extended(result, shown));
    last.put(shown, new Extended(list, made, policies));
    return made;
  }

  /** The way back of a list of tools. */
  private record ToolList(JobHost host, Shown shown, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      var message = Envelope.parseOwn(response);
      var result = message.raw(Member.RESULT);
      reply.send(
          result == null ? response : message.withResult(host.extended(result, shown)).bytes());
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

  /** One client: what it asks of jobs is answered here, all else by the servers. */
  private static final class Client implements ForwardingConversation {
    private final JobHost host;
    private final ClientLink link;
    private final Conversation servers;
    private final AtomicReference<@Nullable Conversation> own = new AtomicReference<>();

    /** How a legacy client has opened its session. */
    private volatile @Nullable Envelope initialize;

    /** What a legacy client was told of tasks. */
    private volatile TaskOffer tasks = TaskOffer.NONE;

    private volatile boolean left;

    /** What a legacy client hears of its tasks. */
    private final LegacyTasks heard;

    /** The subscriptions of a modern client to its tasks. */
    private final Map<RequestId, TaskListening> listenings = new ConcurrentHashMap<>();

    Client(JobHost host, ClientLink link, Conversation servers) {
      heard = host.jobs.tasksOf(link);
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
          var refusal = TaskOffer.refusal(tasks.heard(request), host::mode);
          if (refusal != null) {
            reply.send(refusal);
            return;
          }
          boolean isOwn = host.has(request.text(Member.PARAMS_NAME));
          boolean mayBeTask = tasks.isMade() && request.has(Member.PARAMS_TASK);
          (isOwn ? own() : servers)
              .onRequest(tasks.heard(request), mayBeTask ? heard.made(request, reply) : reply);
        }
        case "tools/list" -> {
          var shown = shown(request);
          servers.onRequest(request, shown.isPlain() ? reply : new ToolList(host, shown, reply));
        }
        case "initialize" -> {
          initialize = request;
          heard.opened(request);
          servers.onRequest(request, arising(this::initialized, reply));
        }
        case "server/discover" -> servers.onRequest(request, arising(TaskOffer::discovered, reply));
        case "tasks/get", "tasks/result", "tasks/cancel", "tasks/update", "tasks/list" ->
            task(request, reply);
        case "subscriptions/listen" -> listen(request, reply);
        default -> servers.onRequest(request, reply);
      }
    }

    private void listen(Envelope request, ReplyTo reply) {
      var id = request.requireId();
      var own =
          isModern(request) && TaskOffer.isTakenBy(request) && !listenings.containsKey(id)
              ? TaskListening.of(
                  host.jobs.news(), link.principal(), request, reply, () -> listenings.remove(id))
              : null;
      if (own == null) {
        servers.onRequest(request, reply);
        return;
      }
      listenings.put(id, own);
      var rest = own.rest();
      if (rest == null) {
        own.begin();
      } else {
        servers.onRequest(rest, own);
      }
      // Races with close, which may have read the subscriptions just before.
      if (left) {
        own.nothing();
      }
    }

    private Shown shown(Envelope request) {
      boolean arise = host.arise.getAsBoolean();
      // A legacy call may become a job though its client knows tasks: it has to ask for one.
      return isModern(request)
          ? new Shown(
              host.tools.offered(arise && !TaskOffer.isTakenBy(request)), arise, /* tasks= */ false)
          : new Shown(host.tools.offered(arise), arise, tasks.isMade());
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
      if (!(isModern ? host.mayBeAsked() : tasks.has(request.method()))
          || !EraMethods.hasRequest(isModern ? Era.MODERN : Era.LEGACY, request.method())) {
        servers.onRequest(request, reply);
      } else if (isModern && !TaskOffer.isTakenBy(request)) {
        reply.send(TaskOffer.needed(request));
      } else if (request.method().equals("tasks/result")) {
        var id = CallId.parse(String.valueOf(request.text(Member.PARAMS_TASK_ID)));
        own().onRequest(request, id.isEmpty() ? reply : heard.awaited(id.get(), reply));
      } else {
        own().onRequest(request, reply);
      }
    }

    private static boolean isModern(Envelope request) {
      return request.has(Member.META_PROTOCOL_VERSION);
    }

    private Conversation own() {
      var known = own.get();
      if (known != null) {
        return known;
      }
      var made = host.tools.open(link);
      var opening = initialize;
      if (opening != null) {
        made.onRequest(opening, ReplyTo.NONE);
      }
      var other = own.compareAndExchange(null, made);
      if (other != null) {
        made.close();
        return other;
      }
      // Races with close, which may have found none just before.
      if (left) {
        made.close();
      }
      return made;
    }

    @Override
    public void onAnswer(Envelope response) {
      if (!heard.answered(response)) {
        servers.onAnswer(response);
      }
    }

    private void leave(@Nullable RequestId request) {
      var listening = request == null ? null : listenings.get(request);
      if (listening != null) {
        listening.nothing();
      }
    }

    @Override
    public void onNotification(Envelope notification) {
      if (notification.method().equals("notifications/cancelled")) {
        leave(notification.id(Member.PARAMS_REQUEST_ID));
      }
      var asked = own.get();
      if (asked != null && notification.method().equals("notifications/cancelled")) {
        asked.onNotification(notification);
      }
      servers.onNotification(notification);
    }

    @Override
    public void onLeft(RequestId request) {
      leave(request);
      var asked = own.get();
      if (asked != null) {
        asked.onLeft(request);
      }
      servers.onLeft(request);
    }

    @Override
    public void close() {
      left = true;
      List.copyOf(listenings.values()).forEach(TaskListening::nothing);
      heard.close();
      var asked = own.get();
      if (asked != null) {
        asked.close();
      }
      servers.close();
    }
  }
}
