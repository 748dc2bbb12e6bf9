package dev.belay.gateway.hosted;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.approval.PersonAtClient;
import dev.belay.gateway.call.ArgumentShape;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.session.TraceContext;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRun;
import dev.belay.tools.serve.HostedCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects calls of hosted tools to the gateway: to lanes, jobs and traces. */
final class GovernedCalls implements HostedCalls {
  private final HostedBackend backend;

  GovernedCalls(HostedBackend backend) {
    this.backend = backend;
  }

  @Override
  public ToolRequest asked(ToolDeclaration tool, ToolRequest request) {
    var rules = backend.rules();
    var lanes = rules.lanes();
    var named = request.ofServer(backend.name());
    return lanes == null
        ? named
        : named.through(List.of(lanes.gate(rules.policy(tool).ofServer())));
  }

  @Override
  public List<Gate> before(Exchange exchange, ToolDeclaration tool, Client client) {
    var policy = backend.rules().policy(tool);
    var waiting = waiting(exchange, tool.name());
    var gates = new ArrayList<>(backend.around().handoff().before(policy, waiting));
    gates.addAll(approval(waiting, tool.name(), new Person(client, backend.time())));
    return gates;
  }

  private List<Gate> approval(Handoff.Waiting waiting, String tool, PersonAtClient person) {
    var asked = backend.decidedOn(waiting.asked());
    var said = new ApprovalGates.Said(() -> backend.policy(asked.tool()), () -> backend.said(tool));
    // A client that has people asked here about its own call is not the one to answer.
    var atClient = asked.equals(waiting.asked()) ? person : PersonAtClient.NONE;
    return backend.around().approvals().of(said, waiting.asking(asked), atClient);
  }

  /** The person at a client, who is asked as a tool would ask. */
  private record Person(Client client, Time time) implements PersonAtClient {
    /** How long the client may take to hear that its question is void. */
    private static final Duration WITHDRAWAL = Duration.ofSeconds(1);

    @Override
    public boolean canBeAsked() {
      return client.canAnswer("elicitation");
    }

    @Override
    public Runnable ask(CallId call, byte[] params, Consumer<byte[]> answer) {
      var key = PersonAtClient.key(call);
      var question = List.of(Question.elicitation(key, params));
      var isOpen = new AtomicBoolean(true);
      var ended = new CompletableFuture<Boolean>();
      var thread =
          Thread.ofVirtual()
              .name("belay-approval-" + call.brief())
              .start(() -> {
                try {
                  var result = client.ask(question).get(key);
                  if (result != null && isOpen.getAndSet(false)) {
                    answer.accept(result);
                  }
                } catch (ClientCannotAnswerException _) {
                  // Others can decide.
                } catch (InterruptedException _) {
                  Thread.currentThread().interrupt();
                } finally {
                  ended.complete(true);
                }
              });
      return () -> {
        // An answer that has come is being taken, which no interrupt must hit.
        if (isOpen.getAndSet(false)) {
          thread.interrupt();
          await(ended);
        }
      };
    }

    /**
     * The client hears of the end of its question before the answer, with which its stream ends.
     */
    private void await(CompletableFuture<Boolean> ended) {
      try {
        var _ = time.await(ended, WITHDRAWAL);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** {@return what a call of a turn passes before anything else} */
  List<Gate> before(ToolCall call) {
    var tool = backend.toolNamed(call.tool());
    var asked =
        new Handoff.Asked(
            call.client().principal(),
            () -> null,
            call::agent,
            backend.name(),
            tool,
            () -> false,
            () -> JsonObject.empty().set("arguments", call.arguments()).json(),
            () -> 0);
    // The events of a turn tell its client what waits.
    var waiting =
        new Handoff.Waiting(Era.MODERN, /* hearsProgress= */ true, false, /* task= */ null, asked);
    return approval(waiting, tool, PersonAtClient.NONE);
  }

  private Handoff.Waiting waiting(Exchange exchange, String tool) {
    var said = backend.tools().of(tool);
    return new Handoff.Waiting(
        exchange.era(),
        exchange.wantsProgress(),
        said != null && said.hasOutputSchema(),
        task(exchange),
        asked(exchange, tool));
  }

  private Handoff.Asked asked(Exchange exchange, String tool) {
    return new Handoff.Asked(
        exchange.principal(),
        () -> client(exchange),
        exchange::clientName,
        backend.name(),
        tool,
        () -> {
          var said = backend.tools().of(tool);
          return backend
              .policy(tool)
              .isSafe(said != null && said.readOnly(), said != null && said.idempotent());
        },
        exchange::params,
        () -> {
          var params = exchange.params();
          return ArgumentShape.of(params, find(params, Member.PARAMS_ARGUMENTS.key()));
        });
  }

  private static @Nullable String client(Exchange exchange) {
    var session = exchange.era() == Era.LEGACY ? exchange.client().id() : null;
    return Handoff.Asked.client(exchange.client(), session, exchange.clientName());
  }

  @Override
  public byte @Nullable [] joined(Exchange exchange, ToolDeclaration tool)
      throws InterruptedException {
    var answer = new CompletableFuture<byte[]>();
    var waiting = waiting(exchange, tool.name());
    if (!backend
        .around()
        .handoff()
        .joins(backend.rules().policy(tool), waiting, answer::complete)) {
      return null;
    }
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("it is answered, and nothing else", e);
    }
  }

  private static Handoff.@Nullable Task task(Exchange exchange) {
    return switch (exchange.era()) {
      case MODERN ->
          exchange.declares("extensions", ClientCapabilities.TASKS) ? Handoff.Task.MODERN : null;
      case LEGACY -> {
        var params = exchange.params();
        var asked = find(params, Member.PARAMS_TASK.key());
        yield asked == null ? null : Handoff.Task.legacy(asked.of(params));
      }
    };
  }

  @Override
  public boolean takesTask(Exchange exchange) {
    return task(exchange) != null;
  }

  @Override
  public void began(Exchange exchange, ToolRun run, PendingInput<?> input) {
    began(run, exchange.id().toString(), from(exchange));
    var tool = run.call().info().tool();
    var handoff = backend.around().handoff();
    var client = waiting(exchange, tool);
    run.onEstimate(
        estimate -> handoff.begun(run.call(), backend.policy(tool, estimate), client, input));
  }

  /** A call has begun, on a request of that id. */
  void began(ToolRun run, String request, @Nullable TraceContext from) {
    var span = backend.around().tracing().begin(run.call().info(), request, from);
    run.onEnd(end -> {
      var outcome = end.outcome();
      span.end(outcome, outcome instanceof Outcome.Completed && end.result().isError());
    });
  }

  private static @Nullable TraceContext from(Exchange exchange) {
    var params = exchange.params();
    var parent = meta(params, "traceparent");
    return parent == null
        ? exchange.client().trace()
        : new TraceContext(parent, meta(params, "tracestate"));
  }

  private static @Nullable String meta(byte[] params, String key) {
    var span = find(params, "_meta", key);
    return span == null || !span.isString(params) ? null : JsonString.decode(params, span);
  }

  private static @Nullable Span find(byte[] params, String... path) {
    try {
      return Slices.find(params, Slices.value(params), path);
    } catch (NotJson _) {
      return null;
    }
  }
}
