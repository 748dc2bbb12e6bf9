package dev.belay.testkit.tool;

import dev.belay.core.journal.CallEvent;
import dev.belay.tools.result.Content;
import dev.belay.tools.run.ToolEnd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * Outcome of a call, with accessors and with assertions that return the outcome itself and throw
 * {@link AssertionError} if they do not hold.
 *
 * @param took from the call to its end, in virtual time
 * @param heartbeats as its client received them
 * @param questions to the client
 * @param logged messages for the client's log
 * @param journal all events of the call, oldest first
 */
public record ToolOutcome(
    ToolEnd end,
    Duration took,
    List<Beat> heartbeats,
    List<Asked> questions,
    List<Logged> logged,
    List<CallEvent> journal) {
  /** Makes defensive copies. */
  public ToolOutcome {
    heartbeats = List.copyOf(heartbeats);
    questions = List.copyOf(questions);
    logged = List.copyOf(logged);
    journal = List.copyOf(journal);
  }

  /** {@return the texts of the result, one per line} */
  public String text() {
    return end.result().content().stream()
        .filter(Content.Text.class::isInstance)
        .map(content -> ((Content.Text) content).text())
        .collect(Collectors.joining("\n"));
  }

  /** {@return the structured content; a missing node for none} */
  public JsonNode structured() {
    var structured = end.result().structured();
    return structured == null ? MissingNode.getInstance() : structured;
  }

  /** {@return the result as its client receives it} */
  public JsonNode json() {
    return JsonMapper.shared().readTree(new String(end.json(), StandardCharsets.UTF_8));
  }

  /** {@return whether the result reports a failure of the tool} */
  public boolean isError() {
    return end.result().isError();
  }

  /** {@return completed, failed, timed out, cancelled or refused} */
  public String kind() {
    return end.outcome().word();
  }

  /** Asserts that the call completed without an error. */
  public ToolOutcome succeeded() {
    return ended("completed").is("isError", false, isError());
  }

  /** Asserts that the client received an error of any kind. */
  public ToolOutcome failed() {
    return is("isError", true, isError());
  }

  /** Asserts how the call ended: completed, failed, timed out, cancelled or refused. */
  public ToolOutcome ended(String how) {
    return is("outcome", how, kind());
  }

  /** Asserts the whole text. */
  public ToolOutcome said(String text) {
    return is("text", text, text());
  }

  /** Asserts that the text contains {@code part}. */
  public ToolOutcome mentioned(String part) {
    return text().contains(part) ? this : mismatch("text with", part, text());
  }

  /** Asserts the structured content: any value that has a JSON form. */
  public ToolOutcome gave(Object value) {
    // Through text, as its client receives it: JSON has only one kind of whole number.
    var mapper = JsonMapper.shared();
    return is(
        "structured content",
        mapper.readTree(mapper.writeValueAsString(value)),
        mapper.readTree(structured().isMissingNode() ? "null" : structured().toString()));
  }

  /** Asserts the messages of heartbeats, in order. */
  public ToolOutcome beat(String... messages) {
    return is(
        "heartbeats",
        List.of(messages),
        heartbeats.stream().map(Beat::message).filter(Objects::nonNull).toList());
  }

  /** Asserts the methods of questions to the client, in order. */
  public ToolOutcome asked(String... methods) {
    return is("questions", List.of(methods), questions.stream().map(Asked::method).toList());
  }

  /** Asserts the exact duration. */
  public ToolOutcome lasted(Duration virtual) {
    return is("duration", virtual, took);
  }

  /** Asserts how often the journal has an event of that type. */
  public ToolOutcome journaled(Class<? extends CallEvent> event, int times) {
    long found = journal.stream().filter(event::isInstance).count();
    return found == times
        ? this
        : mismatch(event.getSimpleName() + " in the journal", times, found + " in " + journal);
  }

  private ToolOutcome is(String what, Object expected, Object actual) {
    return expected.equals(actual) ? this : mismatch(what, expected, actual);
  }

  private ToolOutcome mismatch(String what, Object expected, Object actual) {
    throw new AssertionError(
        "Expected %s: %s%nbut got:  %s%nof a call that %s after %s, saying: %s"
            .formatted(what, expected, actual, kind(), took, text()));
  }
}
