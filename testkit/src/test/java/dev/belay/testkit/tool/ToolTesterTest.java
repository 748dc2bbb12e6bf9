package dev.belay.testkit.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.tools.declare.Tools;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Tools are tested in virtual time")
final class ToolTesterTest {
  @RegisterExtension
  static final ToolTesterExtension TOOLS =
      ToolTesterExtension.of(() -> Tools.of(new SampleTools()));

  @Test
  @DisplayName("a result is read, or said beforehand: text, structure, error, outcome")
  void results(ToolTester tester) {
    var outcome =
        tester
            .call("search_code", Map.of("query", "x", "limit", 1))
            .succeeded()
            .gave(Map.of("query", "x", "files", List.of("a.java")));

    assertThat(outcome.text()).isEqualTo("{\"query\":\"x\",\"files\":[\"a.java\"]}");
    assertThat(outcome.structured().path("query").asString()).isEqualTo("x");
    assertThat(outcome.isError()).isFalse();
    assertThat(outcome.kind()).isEqualTo("completed");
    assertThat(outcome.json().has("structuredContent")).isTrue();
    assertThat(outcome.took()).isZero();
  }

  @Test
  @DisplayName("mistakes in arguments are refused as a client would see them")
  void mistakes(ToolTester tester) {
    tester
        .call("search_code", Map.of("qery", "x"))
        .failed()
        .ended("refused")
        .mentioned("query")
        .mentioned("qery")
        .journaled(CallEvent.Running.class, 0);
    tester.startJson("search_code", "{\"query\":7}").end().failed().mentioned("string");
  }

  @Test
  @DisplayName("a tool that sleeps for an hour is over at once")
  void sleeps(ToolTester tester) {
    tester
        .limits(Duration.ofHours(2), Duration.ZERO)
        .call("sleep", Map.of("how_long", "PT1H"))
        .succeeded()
        .said("slept for PT1H")
        .lasted(Duration.ofHours(1));
  }

  @Test
  @DisplayName("a tool that is silent for too long reaches its limit at once")
  void idles(ToolTester tester) {
    tester
        .call("sleep", Map.of("how_long", "PT1H"))
        .failed()
        .ended("timed out")
        .mentioned("No progress for 120s")
        .journaled(CallEvent.Stopped.class, 1);
  }

  @Test
  @DisplayName("heartbeats are heard with their times, and lines for the log")
  void beats(ToolTester tester) {
    var outcome =
        tester
            .call("read_pages", Map.of("pages", 3))
            .succeeded()
            .beat("page 1", "page 2", "page 3")
            .journaled(CallEvent.Beat.class, 3);

    assertThat(outcome.heartbeats().getLast())
        .isEqualTo(new Beat(Duration.ofMinutes(3), "page 3", 3.0, 3.0));
    assertThat(outcome.logged())
        .singleElement()
        .extracting(Logged::data)
        .hasToString("\"all read\"");
  }

  @Test
  @DisplayName("a call is cancelled at a point in virtual time")
  void cancels(ToolTester tester) {
    tester
        .start("read_pages", Map.of("pages", 60))
        .cancelAfter(Duration.ofSeconds(150), Cause.USER, "anna")
        .end()
        .failed()
        .ended("cancelled")
        .beat("page 1", "page 2")
        .lasted(Duration.ofSeconds(150))
        .journaled(CallEvent.Stopped.class, 1);
  }

  @Test
  @DisplayName("calls run beside each other")
  void beside(ToolTester tester) {
    var slow = tester.start("read_pages", Map.of("pages", 2));
    var quick = tester.start("sleep", Map.of("how_long", "PT30S"));

    quick.end().succeeded().lasted(Duration.ofSeconds(30));
    slow.end().succeeded().lasted(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("a person's answers are given beforehand, and may take their time")
  void elicits(ToolTester tester) {
    tester.client().accepts(Map.of("name", "Anna")).declines().dismisses();
    var first = tester.call("ask_name", Map.of()).said("hello Anna").asked("elicitation/create");
    assertThat(first.questions().getFirst().params().path("message").asString())
        .isEqualTo("Who are you?");
    tester.call("ask_name", Map.of()).said("as you like");
    tester.client().takes(Duration.ofMinutes(10));
    tester
        .call("ask_name", Map.of())
        .succeeded()
        .said("nobody there")
        .lasted(Duration.ofMinutes(10))
        .journaled(CallEvent.Held.class, 1);
    tester.call("ask_name", Map.of()).failed().mentioned("no further answer");
  }

  @Test
  @DisplayName("a model's words and the roots are given beforehand")
  void samples(ToolTester tester) {
    tester.client().worksAt(URI.create("file:///a"), URI.create("file:///b")).says("In short: no.");

    var outcome =
        tester
            .call("sum_up", Map.of())
            .said("In short: no.")
            .asked("roots/list", "sampling/createMessage");

    assertThat(outcome.questions().getLast().params().path("maxTokens").asInt()).isEqualTo(2);
  }

  @Test
  @DisplayName("a client for which no answer was prepared cannot be asked")
  void undeclared(ToolTester tester) {
    tester.call("ask_name", Map.of()).failed().mentioned("the test prepared no answer");
  }

  @Test
  @DisplayName("attempts are in the journal")
  void retries(ToolTester tester) {
    tester.call("flaky", Map.of()).said("at last").journaled(CallEvent.Retrying.class, 2);
  }

  @Test
  @DisplayName("the schema of a tool is said beforehand")
  void schemas(ToolTester tester) {
    tester
        .schema("search_code")
        .hasOnly("query", "limit")
        .requires("query")
        .hasType("query", "string")
        .hasType("limit", "integer")
        .describes("limit", "How many at most");
    tester.schema("read_pages").hasOnly("pages");
    tester.resultSchema("search_code").hasOnly("query", "files");
    assertThatThrownBy(() -> tester.schema("search_code").requires("limit"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("required properties")
        .hasMessageContaining("[limit]")
        .hasMessageContaining("[query]");
    assertThatThrownBy(() -> tester.resultSchema("sleep")).isInstanceOf(AssertionError.class);
  }

  @Test
  @DisplayName("what is not so is told with what came instead")
  void mismatches(ToolTester tester) {
    var outcome = tester.call("search_code", Map.of("query", "x"));

    assertThatThrownBy(() -> outcome.ended("cancelled"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected outcome: cancelled")
        .hasMessageContaining("completed");
    assertThatThrownBy(outcome::failed).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> outcome.gave(Map.of())).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> outcome.beat("page 1")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> outcome.mentioned("zebra")).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> outcome.journaled(CallEvent.Beat.class, 1))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> tester.call("serch_code", Map.of()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("search_code");
  }
}
