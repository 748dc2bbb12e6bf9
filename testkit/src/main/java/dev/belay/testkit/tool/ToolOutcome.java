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
 * What came of a call: to be read, or to be said beforehand by the methods that return it again,
 * which throw {@link AssertionError} where it is not so.
 *
 * @param took from the call to its end, in virtual time
 * @param heartbeats as its client heard them
 * @param questions what the client was asked
 * @param logged what the client was told for its log
 * @param journal all that happened to the call, oldest first
 */
public record ToolOutcome(
    ToolEnd end,
    Duration took,
    List<Beat> heartbeats,
    List<Asked> questions,
    List<Logged> logged,
    List<CallEvent> journal) {
  /** Keeps its own lists. */
  public ToolOutcome {
    heartbeats = List.copyOf(heartbeats);
    questions = List.copyOf(questions);
    logged = List.copyOf(logged);
    journal = List.copyOf(journal);
  }

  /** {@return the texts of the result, a line each} */
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

  /** {@return the result as its client gets it} */
  public JsonNode json() {
    return JsonMapper.shared().readTree(new String(end.json(), StandardCharsets.UTF_8));
  }

  /** {@return whether the result says that the tool failed} */
  public boolean isError() {
    return end.result().isError();
  }

  /** {@return completed, failed, timed out, cancelled or refused} */
  public String kind() {
    return end.outcome().word();
  }

  /** Says that the call completed without an error. */
  public ToolOutcome succeeded() {
    return ended("completed").is("isError", false, isError());
  }

  /** Says that its client was told of an error, whatever it was. */
  public ToolOutcome failed() {
    return is("isError", true, isError());
  }

  /** Says how the call ended: completed, failed, timed out, cancelled or refused. */
  public ToolOutcome ended(String how) {
    return is("outcome", how, kind());
  }

  /** Says what all of the text is. */
  public ToolOutcome said(String text) {
    return is("text", text, text());
  }

  /** Says what is somewhere in the text. */
  public ToolOutcome mentioned(String part) {
    return text().contains(part) ? this : mismatch("text with", part, text());
  }

  /** Says what the structured content is: any value that has a JSON form. */
  public ToolOutcome gave(Object value) {
    // Through text, as its client gets it: there is one kind of whole number there.
    var mapper = JsonMapper.shared();
    return is(
        "structured content",
        mapper.readTree(mapper.writeValueAsString(value)),
        mapper.readTree(structured().isMissingNode() ? "null" : structured().toString()));
  }

  /** Says which heartbeats with messages there were, in their order. */
  public ToolOutcome beat(String... messages) {
    return is(
        "heartbeats",
        List.of(messages),
        heartbeats.stream().map(Beat::message).filter(Objects::nonNull).toList());
  }

  /** Says what the client was asked, by methods, in their order. */
  public ToolOutcome asked(String... methods) {
    return is("questions", List.of(methods), questions.stream().map(Asked::method).toList());
  }

  /** Says how long it took, exactly. */
  public ToolOutcome lasted(Duration virtual) {
    return is("duration", virtual, took);
  }

  /** Says how often such a thing happened to the call. */
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
