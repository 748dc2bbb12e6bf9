package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.Outcome;
import dev.belay.core.job.Job;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One call as the history has it, ended or not. What is null is unknown, or absent.
 *
 * @param upstream the server that has the tool; null for a tool of this program
 * @param outcome how it ended, as {@link #word} has it; null while it runs
 * @param detail the kind, limit, cause or gate within the outcome; may be empty
 * @param by who cancelled it, for display; may be empty
 * @param attempts how often its server was asked
 * @param sharedOf the call whose answer it took
 * @param stopped the last step of stopping its work
 */
record PastCall(
    String id,
    String tool,
    @Nullable String upstream,
    String principal,
    @Nullable String client,
    @Nullable String turn,
    @Nullable String outcome,
    String detail,
    String by,
    @Nullable Instant acceptedAt,
    @Nullable Instant endedAt,
    @Nullable Duration waited,
    @Nullable Duration ran,
    @Nullable Integer attempts,
    @Nullable String sharedOf,
    boolean handedOff,
    @Nullable String stopped,
    boolean lateResult) {

  /** {@return the word for an outcome, as queries and rows have it} */
  static String word(String outcome) {
    return outcome.replace(' ', '_');
  }

  /** {@return a job as the store has it, of which the journal has nothing} */
  static PastCall of(Job job) {
    var end = job.state() instanceof Job.State.Ended ended ? ended : null;
    return new PastCall(
        job.id().toString(),
        job.tool(),
        job.server(),
        job.principal(),
        null,
        null,
        end == null ? null : end.how().name().toLowerCase(Locale.ROOT),
        end == null ? "" : end.detail(),
        "",
        job.began(),
        end == null ? null : end.at(),
        end == null ? null : Duration.between(job.began(), end.at()).minus(end.ran()),
        end == null ? null : end.ran(),
        null,
        null,
        /* handedOff= */ true,
        null,
        /* lateResult= */ false);
  }

  /** {@return a call that runs, of which the journal has nothing any more} */
  static PastCall of(Call call) {
    var info = call.info();
    return new PastCall(
        info.id().toString(),
        info.tool(),
        info.upstream(),
        info.caller().principal(),
        info.caller().client(),
        info.caller().turnId(),
        call.outcome().map(Outcome::word).map(PastCall::word).orElse(null),
        call.outcome().map(Outcome::detail).orElse(""),
        "",
        info.acceptedAt(),
        null,
        null,
        null,
        call.snapshot().attempt(),
        null,
        /* handedOff= */ false,
        null,
        /* lateResult= */ false);
  }

  JsonText json() {
    return new JsonText()
        .text("id", id)
        .text("tool", tool)
        .text("upstream", upstream)
        .text("principal", principal)
        .text("client", client)
        .text("turn", turn)
        .text("outcome", outcome)
        .text("detail", orNull(detail))
        .text("by", orNull(by))
        .text("accepted_at", time(acceptedAt))
        .text("ended_at", time(endedAt))
        .seconds("waited_s", waited)
        .seconds("ran_s", ran)
        .raw("attempts", String.valueOf(attempts))
        .text("shared_of", sharedOf)
        .flag("handed_off", handedOff)
        .text("stopped", stopped)
        .flag("late_result", lateResult);
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable String time(@Nullable Instant moment) {
    return moment == null ? null : moment.toString();
  }
}
