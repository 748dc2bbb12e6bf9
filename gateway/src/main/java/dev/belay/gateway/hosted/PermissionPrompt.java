package dev.belay.gateway.hosted;

import dev.belay.config.ApprovalSettings;
import dev.belay.gateway.call.Handoff;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.schema.JsonSchema;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The tool by which a client has people decide on calls of its own tools: what Claude Code calls
 * where {@code --permission-prompt-tool} names it (S3-14).
 *
 * <p>People decide on the client's tool and its input. Configuration and stored decisions know that
 * as a tool of the server {@value #SERVER}. The call itself does nothing: it is allowed, or it is
 * refused. Safe for use by many threads.
 */
public final class PermissionPrompt implements Handler {
  /** The name of the tool. */
  public static final String NAME = "permission_prompt";

  /** The name under which globs know the tools of clients, as in {@code client__Bash}. */
  public static final String SERVER = ApprovalSettings.CLIENT;

  private static final String TOOL_NAME = "tool_name";
  private static final String INPUT = "input";
  private static final int LONGEST_NAME = 200;

  private static final String SCHEMA =
      """
      {"type":"object","properties":{\
      "tool_name":{"type":"string","description":"Name of the client's tool"},\
      "input":{"type":"object","description":"Input of that call"},\
      "tool_use_id":{"type":"string","description":"Id of that call"}},\
      "required":["tool_name","input"]}\
      """;

  private final HostedBackend backend;

  /**
   * Creates the tool.
   *
   * @param backend serves {@link #tools}, and has people decide on {@link #decidedOn}
   */
  public PermissionPrompt(HostedBackend backend) {
    this.backend = backend;
  }

  /** {@return the tool, as a backend runs it} */
  public static Tools tools() {
    return Tools.of(
        Tools.define(NAME)
            .description(
                "Ask a person whether this client may call one of its own tools. For clients, as"
                    + " by --permission-prompt-tool of Claude Code; of no use to models.")
            .inputSchema(JsonSchema.of(SCHEMA.getBytes(StandardCharsets.UTF_8)))
            // What a client's tool does is unknown, so a decision is on its input too.
            .destructive()
            // The client has asked for a person elsewhere.
            .approval(ApprovalNeed.PERSON)
            .handle(_ -> "allowed"));
  }

  /** {@return the call of the client's own tool, on which people decide} */
  public static Handoff.Asked decidedOn(Handoff.Asked asked) {
    var params = JsonObject.of(asked.params().get());
    var question = params == null ? null : Question.of(params.raw("arguments"));
    return question == null
        ? asked
        : new Handoff.Asked(
            asked.principal(),
            asked.client(),
            asked.clientName(),
            asked.server(),
            question.tool,
            asked.isSafe(),
            () -> JsonObject.empty().set("arguments", question.input).json(),
            asked.shape());
  }

  /** {@return the definition of the tool, as lists have it} */
  public byte[] definition() {
    return backend.definition(NAME);
  }

  @Override
  public byte[] handle(Exchange exchange) throws InputRequired, InterruptedException {
    var question = Question.of(exchange.arguments());
    if (question == null) {
      return denied("tool_name is the name of a tool, and input its input, a JSON object.");
    }
    byte[] result;
    try {
      result = backend.handler(NAME).handle(exchange);
    } catch (RequestFailed e) {
      return denied(e.text());
    }
    var ended = JsonObject.of(result);
    if (ended == null || ended.isTrue("isError")) {
      var why = ended == null ? null : TextResult.first(ended);
      return denied(why == null ? "" : why);
    }
    return answered(
        JsonObject.empty().setText("behavior", "allow").set("updatedInput", question.input));
  }

  private static byte[] denied(String why) {
    return answered(JsonObject.empty().setText("behavior", "deny").setText("message", why));
  }

  private static byte[] answered(JsonObject answer) {
    return TextResult.of(new String(answer.json(), StandardCharsets.UTF_8)).json();
  }

  /**
   * What a client asks.
   *
   * @param tool the name of its tool
   * @param input of the call, as it was sent
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Question(String tool, byte[] input) {
    /** {@return the question in those arguments; null if it is none} */
    static @Nullable Question of(byte @Nullable [] arguments) {
      var object = arguments == null ? null : JsonObject.of(arguments);
      var tool = object == null ? null : object.text(TOOL_NAME);
      var input = object == null ? null : object.raw(INPUT);
      if (tool == null || tool.isEmpty() || tool.length() > LONGEST_NAME) {
        return null;
      }
      return input == null || JsonObject.of(input) == null ? null : new Question(tool, input);
    }
  }
}
