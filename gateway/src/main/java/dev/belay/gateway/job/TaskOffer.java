package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.session.ClientLink;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What clients are told of tasks, where calls may become jobs: of the legacy ones at the opening of
 * a session, of the modern extension when they discover the server.
 *
 * @param isMade whether a legacy session has tasks
 * @param isListed whether its tasks can be listed
 */
record TaskOffer(boolean isMade, boolean isListed) {
  static final TaskOffer NONE = new TaskOffer(false, false);

  private static final RawJson YES = RawJson.of("{}");

  /** {@return what a client is offered whose {@code initialize} has that result} */
  static TaskOffer of(byte[] result, ClientLink client) {
    var object = JsonObject.of(result);
    var agreed = object == null ? null : object.text("protocolVersion");
    var revision = agreed == null ? null : Revision.of(agreed);
    return revision == null || revision.compareTo(Revision.V2025_11_25) < 0
        ? NONE
        : new TaskOffer(true, isKnown(client));
  }

  /** {@return that result of {@code initialize} with tasks, which no server declares} */
  byte[] initialized(byte[] result) {
    var object = isMade ? JsonObject.of(result) : null;
    if (object == null) {
      return result;
    }
    var tasks = object.open("capabilities").open("tasks");
    if (isListed) {
      tasks.set("list", YES);
    }
    tasks.set("cancel", YES);
    tasks.open("requests").open("tools").set("call", YES);
    return object.json();
  }

  /**
   * {@return whether a client may see what its principal has; over HTTP, all clients without a
   * token are one principal, and may not see each other's}
   */
  static boolean isKnown(ClientLink client) {
    return client.door().equals("stdio") || !client.principal().equals("local");
  }

  /** {@return whether a request of that method may be about a job} */
  boolean has(String method) {
    return isMade && (isListed || !method.equals("tasks/list"));
  }

  /** {@return the request without what asks for a task where no task is offered} */
  Envelope heard(Envelope request) {
    return !isMade && request.has(Member.PARAMS_TASK) ? Handoff.Task.without(request) : request;
  }

  /** {@return that result of {@code server/discover} with the extension} */
  static byte[] discovered(byte[] result) {
    var object = JsonObject.of(result);
    if (object == null) {
      return result;
    }
    var extensions = object.open("capabilities").open("extensions");
    if (!extensions.has(ClientCapabilities.TASKS)) {
      extensions.set(ClientCapabilities.TASKS, YES);
    }
    return object.json();
  }

  /** {@return whether the client of a modern request takes a task for an answer} */
  static boolean isTakenBy(Envelope request) {
    var declared = request.raw(Member.META_CLIENT_CAPABILITIES);
    return declared != null && ClientCapabilities.of(declared).tasks();
  }

  /**
   * {@return the answer to a call that takes no task, of a tool that is called as a task alone;
   * null for any other call}
   */
  static byte @Nullable [] refusal(Envelope call, Function<String, JobSettings.Mode> modes) {
    var tool = call.text(Member.PARAMS_NAME);
    boolean isModern = call.has(Member.META_PROTOCOL_VERSION);
    boolean takesTask = isModern ? isTakenBy(call) : call.has(Member.PARAMS_TASK);
    if (takesTask || tool == null || modes.apply(tool) != JobSettings.Mode.TASK) {
      return null;
    }
    return isModern
        ? needed(call)
        : Messages.error(
            call.requireId(),
            ErrorCode.METHOD_NOT_FOUND,
            "This tool is called as a task alone, which this call does not ask for.");
  }

  /** {@return the answer to a client that asks for a task and has not declared that it can} */
  static byte[] needed(Envelope request) {
    var needed =
        new ClientCapabilities(
            false, false, false, false, false, false, Map.of(ClientCapabilities.TASKS, YES));
    return Messages.error(
        request.requireId(),
        ErrorCode.MISSING_CLIENT_CAPABILITY.code(),
        "This needs the client capability extensions." + ClientCapabilities.TASKS + ".",
        JsonObject.empty().set("requiredCapabilities", needed.json()).json());
  }
}
