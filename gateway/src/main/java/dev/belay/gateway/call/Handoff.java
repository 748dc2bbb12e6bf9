package dev.belay.gateway.call;

import dev.belay.core.call.Call;
import dev.belay.core.call.Gate;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes jobs of calls whose clients will not wait for them. Safe for use by many threads. */
@FunctionalInterface
public interface Handoff {
  /** Leaves every call to those who wait for it. */
  Handoff NONE = (_, _, _, _) -> {};

  /**
   * The client that waits for a call.
   *
   * @param era the era of its request
   * @param hearsProgress whether it has asked for progress, and so gets signs of life
   * @param checksOutput whether it holds the result of this tool to a schema
   * @param task that it takes a task for the answer; null where it does not
   */
  record Waiting(Era era, boolean hearsProgress, boolean checksOutput, @Nullable Task task) {
    /** {@return whether the client has asked for a task, and takes no other answer} */
    public boolean asksForTask() {
      return task != null && task.when() == Task.When.AT_ONCE;
    }
  }

  /**
   * A task as the answer to a call.
   *
   * @param when how soon it is the answer
   * @param keep how long the client wants it kept; zero where it says nothing
   */
  record Task(When when, Duration keep) {
    private static final double SHORTEST = 1;
    private static final double LONGEST = 7 * 86_400;

    /** How soon a call becomes a task. */
    public enum When {
      /** Before it runs: the client has asked for a task. */
      AT_ONCE,
      /** After a short while. */
      SOON,
      /** When a job is handed to clients without tasks: its server makes tasks itself. */
      LATE
    }

    /** {@return the answer to a modern client, of a server that makes tasks or does not} */
    public static Task modern(boolean serverHasTasks) {
      return new Task(serverHasTasks ? When.LATE : When.SOON, Duration.ZERO);
    }

    /**
     * {@return what a legacy client asks for by the {@code task} of its params; null if by nothing}
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
        // Null, for ever, among others: that is for the receiver to say.
        return Duration.ZERO;
      }
    }
  }

  /**
   * {@return what a call passes before anything else, so that its client is told of the job before
   * the call runs; empty where that can be later}
   */
  default List<Gate> before(CallPolicy policy, Waiting client) {
    return List.of();
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
