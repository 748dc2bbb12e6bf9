package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.ArrayList;
import java.util.List;

/**
 * Translates an upstream's error to its meaning on the client's side of Belay (MCP 2026-07-28
 * §errors).
 *
 * <p>Codes from −32020 to −32022 concern one hop: its headers, its revision, the capabilities
 * declared on it. Passed on, they would refer to another hop, and a client would try to mend what
 * is not broken; the modern era reserves all codes down to −32099. Their data is passed on in any
 * case.
 */
public final class ForeignError {
  private static final int RESOURCE_NOT_FOUND = -32002;
  private static final int URL_ELICITATION_REQUIRED = -32042;
  private static final int FIRST_RESERVED = -32020;
  private static final int LAST_OF_ONE_HOP = -32022;
  private static final int LAST_RESERVED = -32099;
  private static final String REQUIRED = "requiredCapabilities";

  private ForeignError() {}

  /**
   * Translates for a modern client, from an upstream of either era.
   *
   * @param client what the client declared on this request
   */
  public static ErrorReply toModern(Fault fault, String method, ClientCapabilities client) {
    if (fault.code() == RESOURCE_NOT_FOUND) {
      return failed(new Fault(ErrorCode.INVALID_PARAMS.code(), fault.message(), fault.data()));
    }
    if (fault.code() == URL_ELICITATION_REQUIRED) {
      return pages(fault, method, client);
    }
    if (fault.code() == ErrorCode.MISSING_CLIENT_CAPABILITY.code()) {
      // Includes what Belay never declares itself, such as tasks: the client's declaration reaches
      // the server.
      var missing = client.missing(required(fault));
      return failed(missing.isNone() ? elsewhere(fault) : undeclared(missing));
    }
    return failed(isReserved(fault, LAST_RESERVED) ? elsewhere(fault) : fault);
  }

  /** Translates for a legacy client of a modern upstream. */
  public static ErrorReply toLegacy(Fault fault, String method, ClientCapabilities client) {
    if (fault.code() == ErrorCode.MISSING_CLIENT_CAPABILITY.code()) {
      var missing = client.missing(required(fault)).relayed();
      if (!missing.isNone()) {
        var text = undeclared(missing).message();
        return method.equals("tools/call")
            ? new ErrorReply.ToolFailed(text)
            : failed(Fault.internal(text));
      }
    }
    return failed(isReserved(fault, LAST_OF_ONE_HOP) ? elsewhere(fault) : fault);
  }

  /** A legacy server requires pages to be opened before the request is repeated (SEP-1036). */
  private static ErrorReply pages(Fault fault, String method, ClientCapabilities client) {
    var questions = questions(fault);
    if (questions.isEmpty() || !EraMethods.mayAsk(method)) {
      return failed(elsewhere(fault));
    }
    for (var question : questions) {
      if (!question.isAllowed(client)) {
        return failed(undeclared(ClientCapabilities.of(question.required())));
      }
    }
    return new ErrorReply.Asked(questions);
  }

  /** Empty if any of them is not a page to open: a part of the questions is useless. */
  private static List<ServerQuestion> questions(Fault fault) {
    var data = fault.data() == null ? null : JsonObject.of(fault.data().bytes());
    var listed = data == null ? null : data.raw("elicitations");
    var items = listed == null ? null : JsonArray.items(listed);
    var questions = new ArrayList<ServerQuestion>();
    if (items != null) {
      for (var item : items) {
        var params = JsonObject.of(item);
        if (params == null || params.text("url") == null) {
          return List.of();
        }
        params.setText("mode", "url");
        questions.add(
            ServerQuestion.of(
                "elicitation-" + (questions.size() + 1), "elicitation/create", params.json()));
      }
    }
    return questions;
  }

  private static ClientCapabilities required(Fault fault) {
    var data = fault.data() == null ? null : JsonObject.of(fault.data().bytes());
    var required = data == null ? null : data.object(REQUIRED);
    return required == null ? ClientCapabilities.NONE : ClientCapabilities.of(required);
  }

  private static Fault undeclared(ClientCapabilities missing) {
    var json = missing.json();
    return new Fault(
        ErrorCode.MISSING_CLIENT_CAPABILITY.code(),
        "The server needs a capability that this client did not declare: " + RawJson.of(json) + ".",
        RawJson.of(JsonObject.empty().set(REQUIRED, json).json()));
  }

  private static Fault elsewhere(Fault fault) {
    return new Fault(
        ErrorCode.INTERNAL_ERROR.code(),
        "The server refused the request as Belay sent it, with error "
            + fault.code()
            + ": "
            + fault.message(),
        fault.data());
  }

  private static boolean isReserved(Fault fault, int last) {
    return fault.code() <= FIRST_RESERVED && fault.code() >= last;
  }

  private static ErrorReply failed(Fault fault) {
    return new ErrorReply.Failed(fault);
  }
}
