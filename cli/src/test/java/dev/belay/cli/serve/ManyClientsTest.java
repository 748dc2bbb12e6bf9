package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P28: nothing that one client sends touches another")
@Tag("process")
final class ManyClientsTest {
  private static final int EACH = 100;

  @Test
  @DisplayName("P28, CVE-2026-25536: 200 clients with equal ids get each its own answer")
  void equalIdsNeverCross() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var clients = new ArrayList<ScriptedHttpClient>();
      for (var i = 0; i < EACH; i++) {
        clients.add(served.legacy());
        clients.add(served.modern());
      }
      for (var id : List.of("1", "\"1\"", "0")) {
        var answers = new ArrayList<HttpAnswer>();
        for (var i = 0; i < clients.size(); i++) {
          answers.add(
              call(clients.get(i), id, "echo", "{\"text\":\"" + id.length() + "-" + i + "\"}"));
        }
        for (var i = 0; i < clients.size(); i++) {
          var response = answers.get(i).response();
          assertThat(text(response)).isEqualTo(id.length() + "-" + i);
          assertThat(response.at("id").raw()).isEqualTo(id);
          assertThat(answers.get(i).isWhole()).isTrue();
        }
      }
    }
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"LEGACY,LEGACY", "MODERN,MODERN", "LEGACY,MODERN"})
  @DisplayName("Progress under the same token goes to the call that it is of")
  void equalTokensNeverCross(Era one, Era other) throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var answers = new ArrayList<HttpAnswer>();
      for (var era : List.of(one, other)) {
        var steps = answers.size() + 3;
        answers.add(
            call(
                served.client(era),
                "1",
                "progress",
                "{\"steps\":" + steps + ",\"everyMs\":60}",
                "{\"progressToken\":\"t\"}"));
      }
      for (var i = 0; i < answers.size(); i++) {
        assertThat(text(answers.get(i).response())).isEqualTo("done");
        assertThat(answers.get(i).messages())
            .filteredOn(message -> message.at("method").text().equals("notifications/progress"))
            .isNotEmpty()
            .allMatch(message -> message.at("params", "progressToken").text().equals("t"))
            .extracting(message -> message.at("params", "total").raw())
            .containsOnly(Integer.toString(i + 3));
      }
    }
  }
}
