package dev.belay.observe.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * One response of an operation.
 *
 * @param status of HTTP
 * @param meaning one sentence about when
 * @param bodies of the response by media type, selected by the client
 */
record DocumentedReply(int status, String meaning, List<Body> bodies) {
  DocumentedReply {
    bodies = List.copyOf(bodies);
  }

  /**
   * One form of a body.
   *
   * @param schema a name among {@link Schemas#NAMES}; empty for text without a schema
   */
  record Body(String mediaType, String schema) {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";
  }

  /** {@return a response in JSON} */
  static DocumentedReply json(int status, String meaning, String schema) {
    return new DocumentedReply(status, meaning, List.of(new Body(Body.JSON, schema)));
  }

  /** {@return a refusal that gives its reason in JSON} */
  static DocumentedReply refusal(int status, String meaning) {
    return json(status, meaning, "error-body");
  }

  /** {@return this response with another media type for clients that accept it} */
  DocumentedReply or(String mediaType, String schema) {
    var more = new ArrayList<>(bodies);
    more.add(new Body(mediaType, schema));
    return new DocumentedReply(status, meaning, more);
  }
}
