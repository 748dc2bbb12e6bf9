package dev.belay.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The pages about HTTP, metrics and events say what the code does, and nothing else")
class PagesTest {
  private static Set<String> keys(Json json) {
    var keys = new TreeSet<String>();
    collect(json, keys);
    return keys;
  }

  private static void collect(Json json, Set<String> keys) {
    switch (json) {
      case Json.Members object ->
          object
              .values()
              .forEach((key, value) -> {
                keys.add(key);
                collect(value, keys);
              });
      case Json.Items array -> array.values().forEach(item -> collect(item, keys));
      case Json.Text _, Json.Atom _ -> {}
    }
  }

  /** Routes of agents are built elsewhere: the program's own test covers them. */
  @Test
  void everyRouteHasItsSection() throws IOException {
    try (var looked = new Looked(new HandTime())) {
      assertThat(Page.of("http-api.md").headings()).containsAll(looked.routes().listed());
    }
  }

  @Test
  @DisplayName("CVE-2026-23744, CVE-2026-30617: nothing that is sent starts or changes a server")
  void theOnlyThingsThatCanBeDoneAreToCallToDecideAndToCancel() {
    try (var looked = new Looked(new HandTime())) {
      assertThat(looked.routes().listed().stream().filter(route -> !route.startsWith("GET ")))
          .containsExactlyInAnyOrder(
              "POST /api/calls/{id}/cancel",
              "POST /api/jobs/{id}/cancel",
              "DELETE /api/jobs/{id}",
              "POST /api/approvals/{id}/approve",
              "POST /api/approvals/{id}/deny",
              "DELETE /api/approvals/rules/{id}",
              "POST /api/turns",
              "POST /api/turns/{id}/abort",
              "POST /api/turns/{id}/abort-tool/{toolId}");
    }
  }

  @Test
  void everyFieldOfHealthIsThere() throws IOException, InterruptedException {
    var section = Page.of("http-api.md").section("## `GET /health`");
    try (var looked = new Looked(new HandTime())) {
      var fields = keys(Json.parse(looked.get("/health", null).body()));
      assertThat(section.names()).containsAll(fields);
      assertThat(fields).containsAll(section.column(1));
    }
  }

  @Test
  void everyMetricAndItsLabelsAreThere() throws IOException, InterruptedException {
    var page = Page.of("metrics.md").section("# Metrics");
    try (var looked = new Looked(new HandTime())) {
      Looked.EVENTS.forEach(event -> looked.governor.journal().publish(Looked.CALL, event));
      var text = looked.get("/metrics", null).body();
      var names =
          text.lines()
              .filter(line -> line.startsWith("# TYPE belay_"))
              .map(line -> line.split(" ", -1)[2])
              .collect(Collectors.toCollection(TreeSet::new));
      var described = new TreeSet<>(page.column(1));
      described.removeIf(name -> !name.startsWith("belay_"));
      assertThat(described).isEqualTo(names);
      for (var name : names) {
        assertThat(labels(text, name)).as(name).isEqualTo(cell(name));
      }
    }
  }

  private static Set<String> cell(String metric) throws IOException {
    var labels = new TreeSet<String>();
    Files.readAllLines(Path.of("../docs/metrics.md")).stream()
        .filter(line -> line.startsWith("| `" + metric + "` |"))
        .flatMap(line -> Stream.of(line.split("\\|", -1)[3].split(",", -1)))
        .map(label -> label.replace("`", "").strip())
        .filter(label -> !label.isEmpty())
        .forEach(labels::add);
    return labels;
  }

  private static Set<String> labels(String text, String metric) {
    var labels = new TreeSet<String>();
    text.lines()
        .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + "_bucket{"))
        .forEach(line -> {
          for (var pair : line.substring(line.indexOf('{') + 1, line.indexOf('}')).split(",", -1)) {
            labels.add(pair.substring(0, pair.indexOf('=')));
          }
        });
    labels.remove("le");
    return labels;
  }
}
