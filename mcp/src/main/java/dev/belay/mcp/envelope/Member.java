package dev.belay.mcp.envelope;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The members of a message that Belay reads or changes; all others pass unread.
 *
 * <p>Duplicates of these are refused: two readers could disagree on which one counts.
 */
public enum Member {
  JSONRPC(Place.ENVELOPE, "jsonrpc"),
  ID(Place.ENVELOPE, "id"),
  METHOD(Place.ENVELOPE, "method"),
  PARAMS(Place.ENVELOPE, "params", Place.PARAMS),
  RESULT(Place.ENVELOPE, "result", Place.RESULT),
  ERROR(Place.ENVELOPE, "error", Place.ERROR),

  /** The tool of a {@code tools/call}. */
  PARAMS_NAME(Place.PARAMS, "name"),
  PARAMS_ARGUMENTS(Place.PARAMS, "arguments"),
  PARAMS_URI(Place.PARAMS, "uri"),
  /** The request that {@code notifications/cancelled} refers to. */
  PARAMS_REQUEST_ID(Place.PARAMS, "requestId"),
  /** The reason of a cancellation, for people. */
  PARAMS_REASON(Place.PARAMS, "reason"),
  /** The call that {@code notifications/progress} refers to. */
  PARAMS_PROGRESS_TOKEN(Place.PARAMS, "progressToken"),
  PARAMS_PROGRESS(Place.PARAMS, "progress"),
  PARAMS_TOTAL(Place.PARAMS, "total"),
  PARAMS_MESSAGE(Place.PARAMS, "message"),
  /** Requests a legacy task. */
  PARAMS_TASK(Place.PARAMS, "task"),
  PARAMS_TASK_ID(Place.PARAMS, "taskId"),
  PARAMS_STATUS(Place.PARAMS, "status"),
  PARAMS_PROTOCOL_VERSION(Place.PARAMS, "protocolVersion"),
  /** State that a modern client carries from one round of a request to the next. */
  PARAMS_REQUEST_STATE(Place.PARAMS, "requestState"),
  PARAMS_META(Place.PARAMS, "_meta", Place.PARAMS_META),

  META_PROGRESS_TOKEN(Place.PARAMS_META, "progressToken"),
  /** The caller's hint of how long the call may take, in milliseconds (C28). */
  META_TIMEOUT(Place.PARAMS_META, "timeout"),
  META_TIMEOUT_UNDERSCORE(Place.PARAMS_META, "_timeout"),
  /** The position of the request in a trace (SEP-414). */
  META_TRACE_PARENT(Place.PARAMS_META, "traceparent"),
  META_TRACE_STATE(Place.PARAMS_META, "tracestate"),
  META_PROTOCOL_VERSION(Place.PARAMS_META, "io.modelcontextprotocol/protocolVersion"),
  META_CLIENT_CAPABILITIES(Place.PARAMS_META, "io.modelcontextprotocol/clientCapabilities"),
  META_CLIENT_INFO(Place.PARAMS_META, "io.modelcontextprotocol/clientInfo"),
  META_SUBSCRIPTION_ID(Place.PARAMS_META, "io.modelcontextprotocol/subscriptionId"),
  META_RELATED_TASK(Place.PARAMS_META, "io.modelcontextprotocol/related-task"),

  RESULT_IS_ERROR(Place.RESULT, "isError"),
  RESULT_CONTENT(Place.RESULT, "content"),
  RESULT_STRUCTURED_CONTENT(Place.RESULT, "structuredContent"),
  /** The legacy task that a call became. */
  RESULT_TASK(Place.RESULT, "task", Place.RESULT_TASK),
  /** The modern task that a call became, or a task's own state. */
  RESULT_TASK_ID(Place.RESULT, "taskId"),
  RESULT_STATUS(Place.RESULT, "status"),
  RESULT_TYPE(Place.RESULT, "resultType"),
  RESULT_PROTOCOL_VERSION(Place.RESULT, "protocolVersion"),
  RESULT_TOOLS(Place.RESULT, "tools"),
  RESULT_META(Place.RESULT, "_meta", Place.RESULT_META),
  RESULT_META_SUBSCRIPTION_ID(Place.RESULT_META, "io.modelcontextprotocol/subscriptionId"),
  RESULT_META_RELATED_TASK(Place.RESULT_META, "io.modelcontextprotocol/related-task"),
  TASK_ID(Place.RESULT_TASK, "taskId"),
  TASK_STATUS(Place.RESULT_TASK, "status"),

  ERROR_CODE(Place.ERROR, "code"),
  ERROR_MESSAGE(Place.ERROR, "message"),
  ERROR_DATA(Place.ERROR, "data");

  private static final Map<Place, List<Member>> BY_HOME = new EnumMap<>(Place.class);

  static {
    // Loops, no streams: this runs on the path to the first answer.
    for (Place place : Place.values()) {
      BY_HOME.put(place, new ArrayList<>());
    }
    for (Member member : values()) {
      at(member.home).add(member);
    }
  }

  private final Place home;
  private final String key;
  private final @Nullable Place opens;

  Member(Place home, String key) {
    this(home, key, null);
  }

  Member(Place home, String key, @Nullable Place opens) {
    this.home = home;
    this.key = key;
    this.opens = opens;
  }

  /** {@return the object that this is a member of} */
  public Place home() {
    return home;
  }

  /** {@return the key on the wire} */
  public String key() {
    return key;
  }

  /** {@return the object that is this member's value, if Belay reads inside it} */
  @Nullable Place opens() {
    return opens;
  }

  /** Returns the member of {@code home} with that key, or null if Belay does not read it. */
  static @Nullable Member of(Place home, byte[] key, int from, int to) {
    for (Member member : at(home)) {
      if (to - from == member.key.length() && member.isAt(key, from)) {
        return member;
      }
    }
    return null;
  }

  private boolean isAt(byte[] bytes, int at) {
    for (int i = 0; i < key.length(); i++) {
      if (bytes[at + i] != key.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static List<Member> at(Place home) {
    return Objects.requireNonNull(BY_HOME.get(home));
  }

  /** An object within a message of which Belay reads some members. */
  public enum Place {
    ENVELOPE,
    PARAMS,
    PARAMS_META,
    RESULT,
    RESULT_META,
    RESULT_TASK,
    ERROR;

    /** Returns the member that holds this object, or null for the message itself. */
    @Nullable Member holder() {
      return switch (this) {
        case ENVELOPE -> null;
        case PARAMS -> Member.PARAMS;
        case PARAMS_META -> Member.PARAMS_META;
        case RESULT -> Member.RESULT;
        case RESULT_META -> Member.RESULT_META;
        case RESULT_TASK -> Member.RESULT_TASK;
        case ERROR -> Member.ERROR;
      };
    }
  }
}
