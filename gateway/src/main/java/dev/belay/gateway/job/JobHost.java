package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.core.call.CallId;
import dev.belay.gateway.translate.EraMethods;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
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
  private final SessionFactory servers;
  private final JobTools tools;
  private final BooleanSupplier arise;
  private final Function<String, JobSettings.Mode> modes;

  /** The names that servers have for tools of their own. */
  private volatile Set<String> taken = Set.of();

  /** The last lists that many clients get, as they are shown to each kind of client. */
  private final Map<Shown, Extended> last = new ConcurrentHashMap<>();

  private record Extended(SharedResult from, SharedResult to) {}

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
   *     declared; jobs can be asked for in any case
   * @param modes tells of a tool, by its name in lists, whether its calls become jobs
   */
  public JobHost(
      SessionFactory servers,
      JobTools tools,
      BooleanSupplier arise,
      Function<String, JobSettings.Mode> modes) {
    this.servers = servers;
    this.tools = tools;
    this.arise = arise;
    this.modes = modes;
  }

  @Override
  public Conversation open(ClientLink client) {
    return new Client(this, client, servers.open(client));
  }

  private boolean has(@Nullable String tool) {
    return tool != null && tools.names().contains(tool) && !taken.contains(tool);
  }

  /** {@return that result of {@code tools/list}, on its last page with the tools} */
  private byte[] extended(byte[] result, Shown shown) {
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
    var items = shown.tasks ? page.items().stream().map(this::asTask).toList() : page.items();
    return shown.tools && page.next() == null
        ? object.set("tools", tools.appended(items, names)).json()
        : shown.tasks ? object.set("tools", JsonArray.of(items)).json() : result;
  }

  /** Only what becomes a job anyway: hosts have every tool of which this is said run as a task. */
  private byte[] asTask(byte[] tool) {
    var object = JsonObject.of(tool);
    var name = object == null ? null : object.text("name");
    var support = name == null ? null : TaskOffer.support(modes.apply(name));
    if (object == null || support == null || object.has("execution")) {
      return tool;
    }
    object.open("execution").setText("taskSupport", support);
    return object.json();
  }

  private SharedResult extended(RequestId id, SharedResult list, Shown shown) {
    var known = last.get(shown);
    if (known != null && list.equals(known.from)) {
      return known.to;
    }
    var result = Envelope.parseOwn(list.answer(id)).raw(Member.RESULT);
    var made = result == null ? list : SharedResult.of(extended(result, shown));
    last.put(shown, new Extended(list, made));
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

    private volatile boolean left;

    /** What a legacy client hears of its tasks. */
    private final LegacyTasks heard;

    /** The subscriptions of a modern client to its tasks. */
    private final Map<RequestId, TaskListening> listenings = new ConcurrentHashMap<>();

    Client(JobHost host, ClientLink link, Conversation servers) {
      heard = host.tools.tasksOf(link);
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
          var refusal = TaskOffer.refusal(tasks.heard(request), host.modes);
          if (refusal != null) {
            reply.send(refusal);
            return;
          }
          boolean isOfJobs = host.has(request.text(Member.PARAMS_NAME));
          boolean mayBeTask = tasks.isMade() && request.has(Member.PARAMS_TASK);
          (isOfJobs ? jobs() : servers)
              .onRequest(tasks.heard(request), mayBeTask ? heard.made(request, reply) : reply);
        }
        case "tools/list" -> {
          boolean isPlain = !host.arise.getAsBoolean();
          servers.onRequest(request, isPlain ? reply : new ToolList(host, shown(request), reply));
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
                  host.tools.news(), link.principal(), request, reply, () -> listenings.remove(id))
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
      } else {
        var id = CallId.parse(String.valueOf(request.text(Member.PARAMS_TASK_ID)));
        if (id.isEmpty()) {
          servers.onRequest(request, new Known(request, reply));
        } else {
          boolean isAwaited = request.method().equals("tasks/result");
          var way = isAwaited ? heard.awaited(id.get(), reply) : reply;
          jobs().onRequest(request, new JobFirst(this, request, way));
        }
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
      var asked = jobs.get();
      if (asked != null && notification.method().equals("notifications/cancelled")) {
        asked.onNotification(notification);
      }
      servers.onNotification(notification);
    }

    @Override
    public void onLeft(RequestId request) {
      leave(request);
      var asked = jobs.get();
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
      var asked = jobs.get();
      if (asked != null) {
        asked.close();
      }
      servers.close();
    }
  }
}
