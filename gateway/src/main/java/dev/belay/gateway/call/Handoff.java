package dev.belay.gateway.call;

import dev.belay.core.call.Call;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.session.ClientLink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns calls into jobs if their clients will not wait for them. Safe for use by many threads. */
@FunctionalInterface
public interface Handoff {
  /** Leaves every call to those who wait for it. */
  // No lambda: the AOT cache keeps none that belongs to an interface.
  Handoff NONE =
      new Handoff() {
        @Override
        public void begun(Call call, CallPolicy policy, Waiting client, PendingInput<?> input) {}
      };

  /**
   * The client that waits for a call.
   *
   * @param era the era of its request
   * @param hearsProgress whether it has asked for progress, and so gets signs of life
   * @param checksOutput whether it holds the result of this tool to a schema
   * @param task that it takes a task for the answer; null where it does not
   * @param asked what it has called
   */
  record Waiting(
      Era era, boolean hearsProgress, boolean checksOutput, @Nullable Task task, Asked asked) {
    /** {@return the same client, as if it had called something else} */
    public Waiting asking(Asked other) {
      return new Waiting(era, hearsProgress, checksOutput, task, other);
    }

    /** {@return whether the client has asked for a task, and takes no other answer} */
    public boolean asksForTask() {
      return task != null && task.when() == Task.When.AT_ONCE;
    }
  }

  /**
   * What a client has called, as far as that tells a repeat from another call.
   *
   * @param principal the caller
   * @param client what tells clients of that principal apart; null where they count as one
   * @param clientName the name that the client gives itself, or that of the agent of a turn; empty
   *     for none
   * @param server the server that has the tool
   * @param tool the server's own name of the tool
   * @param isSafe whether making the call once more does no harm
   * @param params the params of the request, asked for only where they are compared
   * @param shape the {@link ArgumentShape} of its arguments
   */
  record Asked(
      String principal,
      Supplier<@Nullable String> client,
      Supplier<String> clientName,
      String server,
      String tool,
      BooleanSupplier isSafe,
      Supplier<byte[]> params,
      LongSupplier shape) {
    /**
     * {@return what tells apart the clients of a principal}
     *
     * @param session the session of a legacy client; null for a modern one
     * @param name the name that the client gives itself; empty for none
     */
    public static @Nullable String client(ClientLink link, @Nullable String session, String name) {
      if (!link.principal().equals(Caller.LOCAL.principal()) || link.door().equals("stdio")) {
        return null;
      }
      return session != null || name.isEmpty() ? session : name;
    }
  }

  /**
   * A task as the answer to a call.
   *
   * @param when how soon it is the answer
   * @param keep how long the client wants it kept; zero if not given
   */
  record Task(When when, Duration keep) {
    private static final double SHORTEST = 1;
    private static final double LONGEST = 7 * 86_400;

    /** How soon a call becomes a task. */
    public enum When {
      /** Before it runs: the client requested a task. */
      AT_ONCE,
      /** After a short while. */
      SOON
    }

    /** What a modern client takes for an answer. */
    public static final Task MODERN = new Task(When.SOON, Duration.ZERO);

    /**
     * {@return the task that a legacy client requests by the {@code task} of its params; null if it
     * is no object}
     */
    public static @Nullable Task legacy(byte[] task) {
      var asked = JsonObject.of(task);
      return asked == null ? null : new Task(When.AT_ONCE, keep(asked.raw("ttl")));
    }

    /** {@return the request without the {@code task} of its params} */
    public static Envelope without(Envelope request) {
      var params = request.raw(Member.PARAMS);
      var object = params == null ? null : JsonObject.of(params);
      return object == null
          ? request
          : request.withParams(object.remove(Member.PARAMS_TASK.key()).json());
    }

    private static Duration keep(byte @Nullable [] ttl) {
      if (ttl == null) {
        return Duration.ZERO;
      }
      try {
        double seconds = Double.parseDouble(new String(ttl, StandardCharsets.UTF_8)) / 1_000;
        return Duration.ofSeconds((long) Math.clamp(Math.ceil(seconds), SHORTEST, LONGEST));
      } catch (NumberFormatException _) {
        // Includes null, which means for ever: the receiver decides.
        return Duration.ZERO;
      }
    }
  }

  /**
   * {@return the first gates of a call, which give its client the job before the call runs; empty
   * if that can be later}
   */
  default List<Gate> before(CallPolicy policy, Waiting client) {
    return List.of();
  }

  /**
   * Takes over a call that repeats a job: nothing is to start then. Never blocks.
   *
   * @param answer accepts the result for the client, once, on any thread
   * @return false if the call is none
   */
  default boolean joins(CallPolicy policy, Waiting client, Consumer<byte[]> answer) {
    return false;
  }

  /**
   * A client waits for that call. Never blocks.
   *
   * @param call one that has a waiter, which takes a {@link dev.belay.core.call.Reply.Handle} for
   *     the result of the call; it has the gates of {@link #before}
   * @param input what the client is asked, also where the call is a task
   */
  void begun(Call call, CallPolicy policy, Waiting client, PendingInput<?> input);
}
