package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden file has requests beside their answers. {@code -Dbelay.golden=write} rewrites the
 * answers.
 *
 * <p>A request is a method and whose headers it has: of a {@code modern} client that calls the tool
 * t, a {@code legacy} one, or none. A line {@code Name: value} sets one of them, {@code +Name:
 * value} adds one, {@code -Name} takes it away. In a body META is what a modern request has in its
 * {@code _meta}, in a header SESSION the session that was opened last. {@code open REVISION} opens
 * a session, {@code errors CODE} has the server refuse with that code, {@code | TEXT} is the body.
 */
@DisplayName("MCP over HTTP: every check, its status, its code and its words")
final class ChecksGoldenTest {
  private static final Path FILE = Path.of("src/test/golden/checks.txt");
  private static final String SAID = "=> ";
  private static final String META =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}";

  private final Rig rig = new Rig();
  private String session = "";

  static Stream<Named<String>> groups() throws IOException {
    return Pattern.compile("\n\n(?=### )")
        .splitAsStream(Files.readString(FILE).strip())
        .map(text -> Named.of(text.lines().findFirst().orElseThrow(), text));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void itIsAnswered(String golden) throws IOException {
    rig.schemas =
        (_, call) ->
            "t".equals(call.text(Member.PARAMS_NAME))
                ? List.of(
                    new ParamHeader("Region", List.of("region")),
                    new ParamHeader("Deep", List.of("a", "b")))
                : null;
    var requests = new ArrayList<String>();
    for (var request : golden.split("\n\n", -1)) {
      requests.add(withAnswer(request.lines().filter(line -> !line.startsWith(SAID)).toList()));
    }
    assertThat(rig.http.inFlight()).isZero();
    var now = String.join("\n\n", requests);
    if ("write".equals(System.getProperty("belay.golden"))) {
      Files.writeString(FILE, Files.readString(FILE).replace(golden, now));
    } else {
      assertThat(now).as("-Dbelay.golden=write writes this").isEqualTo(golden);
    }
  }

  private String withAnswer(List<String> lines) {
    var method = "";
    var headers = new ArrayList<String>();
    var body = new ArrayList<String>();
    for (var line : lines) {
      var words = line.split(" ", 2);
      switch (words[0]) {
        case "###" -> {}
        case "open" -> {
          rig.host.revision = words[1];
          session = rig.open();
        }
        case "GET", "POST", "DELETE", "PUT", "OPTIONS" -> {
          method = words[0];
          headers.addAll(headersOf(words[1]));
        }
        case "errors" -> rig.host.errorCode = Integer.parseInt(words[1]);
        case "|" -> body.add(words[1].replace("META", META));
        default -> change(headers, line);
      }
    }
    int heard = heard().size();
    int talks = rig.host.talks.size();
    var text = String.join("\n", body);
    var response = rig.request(method, text, headers.toArray(String[]::new));
    var told = new ArrayList<>(lines);
    told.add(SAID + (response.status + " " + response.body).strip());
    for (var header : response.headers) {
      boolean isNew = header.name().equals("Mcp-Session-Id");
      if (!header.name().equals("Content-Type")) {
        told.add(SAID + header.name() + ": " + (isNew ? "(new)" : header.value()));
      }
    }
    assertThat(response.header("Content-Type"))
        .isEqualTo(response.body.isEmpty() ? null : "application/json");
    var now = heard();
    now.subList(heard, now.size())
        .forEach(one -> told.add(SAID + "the server gets " + (one.equals(text) ? "it" : one)));
    if (now.size() == heard) {
      assertThat(rig.host.talks).as("conversations that nobody needs").hasSize(talks);
    }
    return String.join("\n", told);
  }

  private List<String> heard() {
    return rig.host.talks.stream().flatMap(talk -> talk.heard.stream()).toList();
  }

  private static List<String> headersOf(String client) {
    return switch (client) {
      case "modern" -> List.of(Rig.modernHeaders("t"));
      case "legacy" -> List.of("Content-Type", "application/json", "Accept", Rig.BOTH);
      case "none" -> List.of();
      default -> throw new IllegalArgumentException(client);
    };
  }

  private void change(List<String> headers, String line) {
    boolean isAdded = line.startsWith("+");
    var header = line.substring(isAdded || line.startsWith("-") ? 1 : 0).split(": ", 2);
    int at = isAdded ? -1 : headers.indexOf(header[0]);
    if (at >= 0) {
      headers.subList(at, at + 2).clear();
    }
    if (!line.startsWith("-")) {
      headers.add(header[0]);
      headers.add(header[1].replace("SESSION", session).translateEscapes());
    }
  }
}
