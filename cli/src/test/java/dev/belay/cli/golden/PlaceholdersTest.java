package dev.belay.cli.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.golden.Placeholders.Rule;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Only what differs from run to run becomes a placeholder, which keeps who is who")
final class PlaceholdersTest {
  private static final String ONE = "0123456789abcdef0123456789abcdef";
  private static final String TWO = "89abcdef0123456789abcdef01234567";

  private static String in(String text) {
    return new Placeholders().in(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "VERSION | belay 0.1.0: ok | belay <version>: ok",
        "SESSION | Mcp-Session-Id: a-b_c-d_e | Mcp-Session-Id: <session-1>",
        "SESSION | /messages?sessionId=a-b_c-d_e | /messages?sessionId=<session-1>",
        "UUID | 01234567-89ab-cdef-0123-456789abcdef | <uuid-1>",
        "TURN | main:s1:1764306000123-7 | main:s1:<turn-1>",
        "RUN | id: 0a1b2c3d-17 | id: <run>-17",
        "RUN | \"as_of\":\"0a1b2c3d--1\" | \"as_of\":\"<run>--1\"",
        "RULE | \"id\": \"be8ef9812b26\" | \"id\": \"<rule-1>\"",
        "TIME | 11-28 06:09:44.889 | <time>",
        "TIME | \"startedAt\":1795847078941 | \"startedAt\":<time>",
        "TOOK | completed after 0.0s | completed after <took>",
        "TOOK | Job x has run for 0 s. About 44 s left. | Job x has run for <took>. About <took>"
            + " left.",
        "TOOK | running  0.4s     x | running  <took>     x",
        "WAITED | completed after 0.0s, having waited 0.3s | completed after <took>",
        "WAITED | has run for 0 s. It waits: job. | has run for <took>.",
        "CALL | belay job result 7db8d6c4 | belay job result <call-1>",
        "TIME | at 2026-11-28T05:24:08.123Z | at <time>",
        "DATE | date: Sat, 28 Nov 2026 05:24:08 GMT | date: <date>",
        "LENGTH | content-length: 77 | content-length: <length>",
        "DURATION | \"ran_s\":0.012 | \"ran_s\":<duration>",
        "DURATION | \"durationMs\": 12 | \"durationMs\": <duration>",
        "VERSION | belay      0.1.0 | belay      <version>",
        "STATE | \"requestState\":\"AQAA_9-x\" | \"requestState\":\"<state>\"",
        "MACHINE | heap        5827 MiB | heap        <machine>",
        "MACHINE | \"open_files\":\"20000\" | \"open_files\":\"<machine>\"",
        "MACHINE | Cursor  in 125 ms | Cursor  in <machine>",
        "FIGURE | p50 64.99 ms, 567.80 rps | p50 <figure> ms, <figure> rps",
        "TTL | \"ttlMs\":88200007 | \"ttlMs\":<ttl>",
        "PID | \"pid\":4711 | \"pid\":<pid>",
        "MEANS | processes are held by: a cgroup | processes are held by: <means>",
        "MEANS | \"means\":\"a cgroup\" | \"means\":\"<means>\"",
      })
  void aRuleReplacesWhatItIsNamedFor(Rule rule, String before, String after) {
    assertThat(rule).isIn(EnumSet.allOf(Rule.class));
    assertThat(in(before)).isEqualTo(after);
  }

  @Test
  void theIdOfACallHasTheNumberOfItsFirstDigits() {
    assertThat(in("local-%s\nlocal-%s\n01234567  echo\n89abcdef cancelled\n".formatted(TWO, ONE)))
        .isEqualTo("local-<call-1>\nlocal-<call-2>\n<call-2>  echo\n<call-1> cancelled\n");
  }

  @Test
  void theHashOfALineIsNumberedAndNoHashIsNot() {
    var none = "\"prev\":\"" + "0".repeat(64) + "\"";
    assertThat(in(none)).isEqualTo(none);
    assertThat(in("\"prev\":\"" + "a".repeat(64) + "\"")).isEqualTo("\"prev\":\"<hash-1>\"");
  }

  @Test
  void whatIsConfiguredStays() {
    for (var text :
        List.of(
            "\"timeout_s\":30",
            "No progress for 0.2s (idle timeout).",
            "wall-clock limit of 0.2s.",
            "30m00s/5m00s",
            "\"timeoutMs\":200",
            "\"ttl\":60000",
            "\"arguments_sha256\":\"" + "a".repeat(64) + "\"",
            "mcp.max_line_bytes  10485760",
            "\"version\":\"1\"",
            "127.0.0.1:3002")) {
      assertThat(in(text)).isEqualTo(text);
    }
  }

  @Test
  void aStoryReplacesWhatItKnows() {
    var story = new Placeholders().with("127.0.0.1:40123", "127.0.0.1:<port>");
    assertThat(story.in("http://127.0.0.1:40123/mcp")).isEqualTo("http://127.0.0.1:<port>/mcp");
  }
}
