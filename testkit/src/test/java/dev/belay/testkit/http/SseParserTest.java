package dev.belay.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseParserTest {
  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void everyLineEndAndEveryFieldIsUnderstoodByteByByte(String end) {
    var stream =
        String.join(
            end,
            ":keep-alive",
            "",
            "id: 1",
            "data",
            "",
            "event: ping",
            "data:a",
            "data:  bé",
            "retry: 10",
            "unknown: x",
            "",
            "data: never dispatched",
            "");

    assertThat(parsed(stream))
        .containsExactly(
            new SseEvent(":", "", "keep-alive", ""),
            new SseEvent("message", "1", "", ""),
            new SseEvent("ping", "", "a\n bé", "10"));
  }

  private static List<SseEvent> parsed(String stream) {
    var events = new ArrayList<SseEvent>();
    var parser = new SseParser(events::add);
    for (var b : stream.getBytes(StandardCharsets.UTF_8)) {
      parser.take(new byte[] {b}, 1);
    }
    return events;
  }
}
