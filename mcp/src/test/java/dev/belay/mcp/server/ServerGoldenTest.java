package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.OK;
import static dev.belay.mcp.server.Samples.json;
import static dev.belay.mcp.server.Samples.resource;
import static dev.belay.mcp.server.Samples.server;
import static dev.belay.mcp.server.Samples.text;
import static dev.belay.mcp.server.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.LogLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden file has what a client says, beside what it hears. {@code -Dbelay.golden=write}
 * rewrites what it hears.
 *
 * <p>A line {@code server NAME} begins a conversation with one of the servers below, in which
 * nothing is opened yet. META in a request is the {@code _meta} of a modern client, CURSOR the last
 * cursor received. {@code leaves} closes the conversation; {@code updated URI} and {@code changed}
 * are the server's own notices.
 */
@DisplayName("Each method and refusal of a server, in both eras")
final class ServerGoldenTest {
  private static final Path FILE = Path.of("src/test/golden/server.txt");
  private static final String HEARD = "=> ";
  private static final Pattern CURSOR = Pattern.compile("\"nextCursor\":(\"[^\"]+\")");

  private McpServer server = server().build();
  private Client client = new Client(server);
  private String cursor = "";

  static Stream<Named<String>> groups() throws IOException {
    return Pattern.compile("\n\n(?=### )")
        .splitAsStream(Files.readString(FILE).strip())
        .map(text -> Named.of(text.lines().findFirst().orElseThrow(), text));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void itIsHeard(String golden) throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    for (var line : golden.lines().filter(line -> !line.startsWith(HEARD)).toList()) {
      lines.add(line);
      act(line).forEach(heard -> lines.add(HEARD + heard));
    }
    var now = String.join("\n", lines);
    if ("write".equals(System.getProperty("belay.golden"))) {
      Files.writeString(FILE, Files.readString(FILE).replace(golden, now));
    } else {
      assertThat(now).as("-Dbelay.golden=write writes this").isEqualTo(golden);
    }
  }

  /** {@return what the client hears for it} */
  private List<String> act(String line) throws InterruptedException {
    var words = line.split(" ", 2);
    switch (words[0]) {
      case "", "###" -> {}
      case "server" -> {
        server = served(words[1]);
        client = new Client(server);
      }
      case "leaves" -> client.conversation.close();
      case "updated" -> server.resourceUpdated(words[1]);
      case "changed" -> server.resourcesChanged();
      default -> {
        var params = words[1].replace("META", Client.modern("").replaceAll("^.|.$", ""));
        var reply = client.request("1", words[0], params.replace("CURSOR", cursor));
        var answer = reply.answer();
        CURSOR.matcher(answer).results().forEach(found -> cursor = found.group(1));
        return Stream.concat(reply.messages.stream(), Stream.of(answer))
            .map(heard -> CURSOR.matcher(heard).replaceFirst("\"nextCursor\":CURSOR"))
            .toList();
      }
    }
    var told = List.copyOf(client.told);
    client.told.clear();
    return told;
  }

  private static McpServer served(String name) {
    return switch (name) {
      case "plain" -> Samples.serving(_ -> OK);
      case "modern" -> server().speaks(Speaks.MODERN).tool(tool("t"), _ -> OK).build();
      case "legacy" -> server().speaks(Speaks.LEGACY).tool(tool("t"), _ -> OK).build();
      case "echoing" ->
          Samples.serving(one -> json("{\"content\":[],\n\"x\":" + text(one.arguments()) + "}"));
      case "stamping" ->
          Samples.serving(_ ->
              json(
                  "{\"content\":[],\"_meta\":{\"a\":1},\"structuredContent\":[1.0],"
                      + "\"resultType\":\"own\"}"));
      case "paging" ->
          server()
              .pageSize(2)
              .tool(tool("a"), _ -> OK)
              .tool(tool("b"), _ -> OK)
              .tool(tool("c"), _ -> OK)
              .build();
      case "logging" ->
          Samples.serving(exchange -> {
            for (var level : LogLevel.values()) {
              exchange.log(level, json("\"" + level.wire() + "\""));
            }
            return OK;
          });
      case "changing" ->
          server()
              .instructions("Use it.")
              .cache(Duration.ofSeconds(5), /* shared= */ true)
              .announcesChanges()
              .tool(tool("t"), _ -> OK)
              .resource(resource("test://a"), _ -> OK)
              .build();
      case "reading" ->
          server()
              .tool(tool("t"), _ -> OK)
              .resource(resource("test://a"), _ -> json("{\"contents\":[1]}"))
              .template(
                  json("{\"uriTemplate\":\"test://{id}/x\",\"name\":\"t\"}"),
                  one -> json("{\"contents\":[\"" + one.variables().get("id") + "\"]}"))
              .build();
      case "prompting" ->
          server()
              .prompt(
                  json(
                      "{\"name\":\"p\",\"arguments\":["
                          + "{\"name\":\"a\",\"required\":true},{\"name\":\"b\"}]}"),
                  _ -> json("{\"messages\":[]}"))
              .completions(_ -> json("{\"completion\":{\"values\":[]}}"))
              .build();
      default -> throw new IllegalArgumentException(name);
    };
  }
}
