package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.session.ReplyTo;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests common to both eras. */
final class CommonRequests {
  private final ServedClient client;

  CommonRequests(ServedClient client) {
    this.client = client;
  }

  /**
   * Answers a request, or starts a handler for it.
   *
   * @throws RequestFailed including {@code METHOD_NOT_FOUND} for a feature that this server does
   *     not offer
   */
  void serve(Envelope request, ReplyTo reply, Dialect dialect) throws RequestFailed {
    switch (request.method()) {
      case "tools/list" -> list(ListMethod.TOOLS, request, reply, dialect);
      case "prompts/list" -> list(ListMethod.PROMPTS, request, reply, dialect);
      case "resources/list" -> list(ListMethod.RESOURCES, request, reply, dialect);
      case "resources/templates/list" -> list(ListMethod.TEMPLATES, request, reply, dialect);
      case "tools/call" -> client.run(request, reply, dialect, named(ListMethod.TOOLS, request));
      case "prompts/get" -> client.run(request, reply, dialect, prompt(request));
      case "resources/read" -> client.run(request, reply, dialect, resource(request, dialect));
      case "completion/complete" -> client.run(request, reply, dialect, completion(request));
      default -> client.run(request, reply, dialect, extension(request));
    }
  }

  static RequestFailed unknown(Envelope request) {
    return new RequestFailed(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + request.method());
  }

  private Offer offer() {
    return client.server().offer();
  }

  private void list(ListMethod kind, Envelope request, ReplyTo reply, Dialect dialect)
      throws RequestFailed {
    boolean offered =
        switch (kind) {
          case TOOLS, PROMPTS -> offer().has(kind);
          case RESOURCES, TEMPLATES -> client.server().hasResources();
        };
    if (!offered) {
      throw unknown(request);
    }
    if (offer().isReady(kind)) {
      reply.send(page(kind, request, dialect));
    } else {
      Thread.ofVirtual()
          .name("belay-list-" + kind.resultKey())
          .start(() -> listLater(kind, request, reply, dialect));
    }
  }

  /** Lazy definitions take time, which the thread that delivered the request cannot wait for. */
  private void listLater(ListMethod kind, Envelope request, ReplyTo reply, Dialect dialect) {
    byte[] answer;
    try {
      answer = page(kind, request, dialect);
    } catch (RequestFailed e) {
      answer = Messages.error(request.requireId(), e.code(), e.text(), e.data());
    } catch (RuntimeException | Error e) {
      McpServer.logDefect("Listing failed: " + request.method(), e);
      answer =
          Messages.error(request.requireId(), ErrorCode.INTERNAL_ERROR, "Internal error: " + e);
    }
    reply.send(answer);
  }

  private byte[] page(ListMethod kind, Envelope request, Dialect dialect) throws RequestFailed {
    var page = offer().page(kind, request.bytes(), Params.find(request, "cursor"));
    return Messages.response(request.requireId(), dialect.result(page, /* cacheable= */ true));
  }

  private Run.Job named(ListMethod kind, Envelope request) throws RequestFailed {
    if (!offer().has(kind)) {
      throw unknown(request);
    }
    var name = Params.require(request, Member.PARAMS_NAME);
    var listed = kind == ListMethod.TOOLS ? offer().tool(name) : offer().get(kind, name);
    if (listed == null) {
      throw RequestFailed.invalidParams(
          "Unknown " + (kind == ListMethod.TOOLS ? "tool" : "prompt") + ": " + name);
    }
    var arguments = request.span(Member.PARAMS_ARGUMENTS);
    if (arguments != null
        && !arguments.isObject(request.bytes())
        && !arguments.isNull(request.bytes())) {
      throw RequestFailed.invalidParams("\"arguments\" must be an object.");
    }
    return new Run.Job(
        listed.handler(), name, Map.of(), /* cacheable= */ false, /* mayAsk= */ true);
  }

  private Run.Job prompt(Envelope request) throws RequestFailed {
    var job = named(ListMethod.PROMPTS, request);
    var listed = offer().get(ListMethod.PROMPTS, job.target());
    var arguments = Params.arguments(request);
    var given = Slices.members(arguments, JsonWriter.requireObject(arguments));
    if (listed != null && !given.keySet().containsAll(listed.required())) {
      throw RequestFailed.invalidParams(
          "The prompt needs the arguments " + String.join(", ", listed.required()) + ".");
    }
    return job;
  }

  private Run.Job resource(Envelope request, Dialect dialect) throws RequestFailed {
    if (!client.server().hasResources()) {
      throw unknown(request);
    }
    var uri = Params.require(request, Member.PARAMS_URI);
    var found = offer().read(uri);
    if (found == null) {
      throw dialect.notFound(uri);
    }
    return new Run.Job(
        found.listed().handler(),
        uri,
        found.variables(),
        /* cacheable= */ true,
        /* mayAsk= */ true);
  }

  private Run.Job completion(Envelope request) throws RequestFailed {
    return unnamed(request, client.server().completions());
  }

  private Run.Job extension(Envelope request) throws RequestFailed {
    return unnamed(request, client.server().extension(request.method()));
  }

  private static Run.Job unnamed(Envelope request, @Nullable Handler handler) throws RequestFailed {
    if (handler == null) {
      throw unknown(request);
    }
    return new Run.Job(handler, "", Map.of(), /* cacheable= */ false, /* mayAsk= */ false);
  }
}
