package dev.belay.observe.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * One way in which a request is answered.
 *
 * @param status as HTTP has it
 * @param meaning one sentence about when
 * @param bodies what its body may be, by what the client accepts
 */
record Reply(int status, String meaning, List<Body> bodies) {
  Reply {
    bodies = List.copyOf(bodies);
  }

  /**
   * What a body is.
   *
   * @param schema a name among {@link Schemas#NAMES}; empty for text that has none
   */
  record Body(String mediaType, String schema) {
    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";
  }

  /** {@return an answer in JSON} */
  static Reply json(int status, String meaning, String schema) {
    return new Reply(status, meaning, List.of(new Body(Body.JSON, schema)));
  }

  /** {@return an answer that says in JSON what is wrong} */
  static Reply refusal(int status, String meaning) {
    return json(status, meaning, "error-body");
  }

  /** {@return this answer, which is one of another kind for who accepts that} */
  Reply or(String mediaType, String schema) {
    var more = new ArrayList<>(bodies);
    more.add(new Body(mediaType, schema));
    return new Reply(status, meaning, more);
  }
}
