package dev.belay.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.testbed.route.RouteAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The console's pages, as a browser gets them")
class ConsolePagesTest {
  private static final Path SOURCES = Path.of("src/main/resources/dev/belay/console");
  private static final int MOST_PACKED = 150 << 10;
  private static final Pattern IMPORT =
      Pattern.compile("(?:from|import)\\s*\\(?'\\./([a-z]+\\.js)'");

  private final Pages pages = new Pages();

  private RouteAnswer get(String path, String... headers) throws InterruptedException {
    var all = new HashMap<String, List<String>>();
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], List.of(headers[i + 1]));
    }
    return RouteAnswer.by(
        pages.routes(), new Request("GET", path, null, all, new byte[0], "loopback"));
  }

  private static Map<String, String> headers(RouteAnswer answer) {
    return answer.headers.stream().collect(Collectors.toMap(Header::name, Header::value));
  }

  private static List<String> parts() throws IOException {
    try (var files = Files.list(SOURCES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  @DisplayName("An idle page is not painted again and again: no animation is endless")
  void noAnimationIsEndless() throws IOException {
    assertThat(Files.readString(SOURCES.resolve("style.css")))
        .contains("animation: ")
        .doesNotContain("infinite");
  }

  @Test
  @DisplayName("Every path has the same page, which runs no script and style but its own files")
  void policy() throws InterruptedException {
    for (var path : Pages.PATHS) {
      var answer = get(path);
      assertThat(answer.status).as(path).isEqualTo(200);
      var sent = headers(answer);
      assertThat(sent)
          .containsEntry("Content-Type", "text/html; charset=utf-8")
          .containsEntry("X-Content-Type-Options", "nosniff")
          .containsEntry("Referrer-Policy", "no-referrer");
      assertThat(sent.get("Content-Security-Policy"))
          .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
          .contains("frame-ancestors 'none'", "require-trusted-types-for 'script'")
          .doesNotContain("unsafe");
      assertThat(answer.text())
          .doesNotContain("<style", "style=", "onclick")
          .contains("/ui/a/app.js");
    }
  }

  @Test
  @DisplayName("Every part is served, whole or packed, and once more only where it has changed")
  void parts1() throws IOException, InterruptedException {
    int packed = 0;
    for (var name : parts()) {
      var whole = get("/ui/a/" + name);
      assertThat(whole.status).as(name).isEqualTo(200);
      assertThat(whole.body).isEqualTo(Files.readAllBytes(SOURCES.resolve(name)));
      var zipped = get("/ui/a/" + name, "accept-encoding", "gzip, br");
      assertThat(headers(zipped)).containsEntry("Content-Encoding", "gzip");
      try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body))) {
        assertThat(in.readAllBytes()).isEqualTo(whole.body);
      }
      packed += zipped.body.length;
      var again = get("/ui/a/" + name, "if-none-match", headers(whole).get("ETag"));
      assertThat(again.status).isEqualTo(304);
      assertThat(again.body).isEmpty();
      assertThat(get("/ui/a/" + name, "if-none-match", "\"old\"").status).isEqualTo(200);
    }
    assertThat(packed).isLessThan(MOST_PACKED);
  }

  @Test
  @DisplayName("Scripts import what is there, and make no markup of text")
  void scripts() throws IOException {
    var imported = new TreeSet<String>();
    for (var name : parts()) {
      if (name.endsWith(".js")) {
        var text = Files.readString(SOURCES.resolve(name));
        IMPORT.matcher(text).results().forEach(found -> imported.add(found.group(1)));
        assertThat(text)
            .as(name)
            .doesNotContain(
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
            .doesNotContain("https://");
        // The name of a vocabulary, which nobody fetches.
        assertThat(text.replace("http://www.w3.org/2000/svg", ""))
            .as(name)
            .doesNotContain("http://");
      }
    }
    assertThat(parts()).containsAll(imported);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/ui/a/none.js",
        "/ui/a/..",
        "/ui/a/module-info.class",
        "/ui/a/Pages.class",
        "/ui/a/%2e%2e",
        "/ui/a/app.js.map",
        "/ui/a/APP.js"
      })
  @DisplayName("What is no part is not served")
  void others(String path) throws InterruptedException {
    assertThat(get(path).status).isEqualTo(404);
  }
}
