package dev.belay.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The page about HTTP has every field of the published schemas, and no other")
final class SchemaPageTest {
  private static final String TURNS = "## `POST /api/turns`";
  private static final List<String> BODIES = List.of("turn-request", "turn-answer");

  private static Json schema(String name) throws InterruptedException {
    try (var looked = new Looked(new HandTime())) {
      return Json.parse(looked.get("/api/schema/" + name, null).body());
    }
  }

  /** {@return the names of all properties, at any depth} */
  private static Set<String> fields(Json schema) {
    var fields = new TreeSet<String>();
    switch (schema) {
      case Json.Members object ->
          object
              .values()
              .forEach((key, value) -> {
                if (key.equals("properties") && value instanceof Json.Members members) {
                  fields.addAll(members.values().keySet());
                }
                fields.addAll(fields(value));
              });
      case Json.Items array -> array.values().forEach(item -> fields.addAll(fields(item)));
      case Json.Text _, Json.Atom _ -> {}
    }
    return fields;
  }

  /** {@return the values of all its enumerations and constants} */
  private static Set<String> words(Json schema) {
    var words = new TreeSet<String>();
    switch (schema) {
      case Json.Members object -> {
        object.at("enum").items().forEach(word -> words.add(word.text()));
        words.add(object.at("const").text());
        object.values().values().forEach(value -> words.addAll(words(value)));
      }
      case Json.Items array -> array.values().forEach(item -> words.addAll(words(item)));
      case Json.Text _, Json.Atom _ -> {}
    }
    return words;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "POST /api/turns, turn-request",
    "POST /api/turns, turn-answer",
    "GET /api/turns/active, turn-details",
    "GET /api/turns/active, active-turns",
    "GET /api/turns/{id}, turn",
    "POST /api/turns/{id}/abort, abort-answer",
    "POST /api/turns/{id}/abort-tool/{toolId}, abort-tool-answer",
    "GET /api/calls, calls",
    "POST /api/calls/{id}/cancel, cancel-request",
    "POST /api/calls/{id}/cancel, cancel-answer",
    "GET /api/history, history",
    "GET /api/history, past-call",
    "GET /api/history/{id}, history-call",
    "GET /api/jobs, jobs",
    "GET /api/jobs/{id}, job",
    "GET /api/servers/{name}, server",
    "POST /api/servers/{name}/tools/{tool}/accept, accept-request",
    "GET /api/config, config",
    "GET /health, health",
    "GET /health/live, health-word",
    "GET /health/ready, health-word",
    "POST /api/sessions/stream, session-stream-request",
    "GET /api/agents, agents",
    "GET /api/sessions/{id}, session",
    "DELETE /api/sessions/{id}, forget-answer"
  })
  @DisplayName("Each field and each word is in the section of its route")
  void named(String route, String name) throws IOException, InterruptedException {
    var page = Page.of("http-api.md");
    if (!page.headings().contains(route)) {
      // Agents have their section where their routes are built.
      assertThat(route).matches(".* /api/(agents|sessions/.*)");
      return;
    }
    var section = page.section("## `" + route + "`");
    var text = String.join(" ", section.names());
    assertThat(fields(schema(name))).allSatisfy(field -> assertThat(text).contains(field));
    if (name.startsWith("turn-") || name.equals("job") || name.equals("past-call")) {
      assertThat(words(schema(name))).allSatisfy(word -> assertThat(text).contains(word));
    }
    if (name.equals("calls")) {
      assertThat(fields(schema(name))).containsAll(section.column(1));
    }
  }

  @Test
  @DisplayName("Each event of a turn has a row with its fields")
  void events() throws IOException, InterruptedException {
    var page = Page.of("http-api.md").section(TURNS);
    var events = new TreeSet<String>();
    for (var one : schema("turn-event").at("oneOf").items()) {
      var name = one.at("properties", "event", "const").text();
      var data = schema(name);
      events.add(name);
      var expected = fields(data);
      assertThat(page.row(name)).as(name).containsAll(expected);
      expected.addAll(words(data));
      assertThat(expected).as(name).containsAll(page.row(name));
    }
    assertThat(events).hasSize(12);
  }

  @Test
  @DisplayName("The tables about turns name nothing that is not there")
  void known() throws IOException, InterruptedException {
    var known = new TreeSet<String>();
    for (var name : BODIES) {
      known.addAll(fields(schema(name)));
    }
    schema("turn-event")
        .at("oneOf")
        .items()
        .forEach(one -> known.add(one.at("properties", "event", "const").text()));
    assertThat(known).containsAll(Page.of("http-api.md").section(TURNS).column(1));
  }

  @Test
  @DisplayName("Each event of the journal has its fields on the page about events")
  void journal() throws IOException, InterruptedException {
    var page = Page.of("events.md").section("## Events");
    var listed = new TreeSet<>(Set.of("v", "seq", "at", "call"));
    for (var one : schema("journal-event").at("oneOf").items()) {
      var name = one.at("properties", "event", "const").text();
      assertThat(page.row(name)).as(name).isEqualTo(fields(one.at("properties", "data")));
      listed.add(name);
    }
    assertThat(page.column(1)).isEqualTo(listed);
  }
}
