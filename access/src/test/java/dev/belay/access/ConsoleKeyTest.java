package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.testbed.route.RouteAnswer;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A link signs the owner in at the console, once, and a token of it holds for a while")
final class ConsoleKeyTest {
  private static final Access NOBODY =
      _ -> new Access.Refused(401, List.of(new Header("WWW-Authenticate", "Bearer")), new byte[0]);

  @TempDir private Path dir;
  private final HandTime time = new HandTime();
  private ApiToken own;
  private ConsoleKey key;
  private Access caller = Access.everybody(Access.Known.OWNER);

  @BeforeEach
  void make() throws IOException {
    own = ApiToken.open(dir.resolve("state").resolve("token"));
    key = new ConsoleKey(own, time);
  }

  private RouteAnswer post(String path, String body, @Nullable String token)
      throws InterruptedException {
    var headers = new ArrayList<>(List.of("Content-Type", "application/json"));
    if (token != null) {
      headers.addAll(List.of("Authorization", "Bearer " + token));
    }
    var request = Asked.request("POST", path, null, body, headers.toArray(String[]::new));
    return RouteAnswer.by(key.routes(_ -> caller.decide(Asked.with())), request);
  }

  private String code() throws InterruptedException {
    var answer = post("/api/session/link", "", null);
    assertThat(answer.status).isEqualTo(200);
    return answer.json().at("code").text();
  }

  private RouteAnswer trade(String code) throws InterruptedException {
    return post("/api/session", "{\"code\":" + Json.quote(code) + "}", null);
  }

  private String decided(String token) throws InterruptedException {
    return Asked.decided(key.over(NOBODY), Asked.bearer(token));
  }

  @Test
  @DisplayName("A code becomes a token of the owner, and works once")
  void once() throws InterruptedException {
    var code = code();
    var answer = trade(code);
    assertThat(answer.status).isEqualTo(200);
    assertThat(decided(answer.json().at("token").text())).isEqualTo("local (admin)");
    assertThat(trade(code).status).isEqualTo(403);
    assertThat(trade("guess").status).isEqualTo(403);
  }

  @Test
  @DisplayName("A code holds for a minute; of many, the newest sixteen")
  void codesEnd() throws InterruptedException {
    var code = code();
    time.advance(Duration.ofSeconds(59));
    var first = code();
    assertThat(trade(code).status).isEqualTo(200);
    time.advance(Duration.ofSeconds(61));
    assertThat(trade(first).status).isEqualTo(403);
    var oldest = code();
    var next = code();
    for (int i = 0; i < 15; i++) {
      code();
    }
    assertThat(trade(oldest).status).isEqualTo(403);
    assertThat(trade(next).status).isEqualTo(200);
  }

  @Test
  @DisplayName("A token holds for twelve hours, is renewed while it does, and outlives the program")
  void tokensEnd() throws InterruptedException {
    var token = trade(code()).json().at("token").text();
    time.advance(Duration.ofHours(11));
    var renewed = post("/api/session", "{}", token);
    assertThat(renewed.status).isEqualTo(200);
    key = new ConsoleKey(own, time);
    assertThat(decided(token)).isEqualTo("local (admin)");
    time.advance(Duration.ofHours(1));
    assertThat(decided(token)).startsWith("401");
    assertThat(post("/api/session", "{}", token).status).isEqualTo(403);
    assertThat(decided(renewed.json().at("token").text())).isEqualTo("local (admin)");
  }

  @Test
  @DisplayName("Neither the owner's token nor another one is traded, nor does a forged one count")
  void forged() throws IOException, InterruptedException {
    assertThat(post("/api/session", "{}", own.text()).status).isEqualTo(403);
    assertThat(post("/api/session", "{}", null).status).isEqualTo(403);
    var token = trade(code()).json().at("token").text();
    int last = token.lastIndexOf('.');
    var later = "console.99999999999" + token.substring(token.indexOf('.', 8));
    for (var other :
        List.of(
            token + "x",
            token.substring(0, token.length() - 1),
            token.substring(0, last),
            later,
            "console.",
            "console..",
            "console.1.2.3",
            "console." + "9".repeat(300))) {
      assertThat(decided(other)).as(other).startsWith("401");
    }
    var elsewhere = new ConsoleKey(ApiToken.open(dir.resolve("other").resolve("token")), time);
    assertThat(Asked.decided(elsewhere.over(NOBODY), Asked.bearer(token))).startsWith("401");
    assertThat(Asked.decided(new ConsoleKey(null, time).over(NOBODY), Asked.bearer(token)))
        .startsWith("401");
  }

  @Test
  @DisplayName("However often a token is renewed, after thirty days a link is needed again")
  void linksEnd() throws InterruptedException {
    var token = trade(code()).json().at("token").text();
    for (int hours = 10; hours < 30 * 24; hours += 10) {
      time.advance(Duration.ofHours(10));
      token = post("/api/session", "{}", token).json().at("token").text();
    }
    time.advance(Duration.ofHours(10));
    assertThat(decided(token)).isEqualTo("local (admin)");
    assertThat(post("/api/session", "{}", token).status).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1025", "99999999999", "-1", ""})
  @DisplayName("A longer body, or one of unknown length, is refused before it is read")
  void longBodies(String length) throws InterruptedException {
    var headers = length.isEmpty() ? new String[0] : new String[] {"Content-Length", length};
    assertThat(key.routes(NOBODY).admit(Asked.request("POST", "/api/session", null, "", headers)))
        .isInstanceOf(Access.Refused.class);
    var fits = Asked.request("POST", "/api/session", null, "", "Content-Length", "1024");
    assertThat(key.routes(NOBODY).admit(fits)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "x", "{\"code\":1}", "{\"code\":\"a\",\"more\":1}", "{\"other\":\"a\"}"})
  @DisplayName("Another body is refused, with what it may be")
  void bodies(String body) throws InterruptedException {
    var answer = post("/api/session", body, null);
    assertThat(answer.status).isEqualTo(400);
    assertThat(answer.json().at("error").text()).contains("the code of a link");
  }

  @Test
  @DisplayName("Links are for the owner alone, whatever another one may do")
  void others() throws InterruptedException {
    caller = Access.everybody(new Access.Known("ann", Set.of(Access.ADMIN)));
    var answer = post("/api/session/link", "", null);
    assertThat(answer.status).isEqualTo(403);
    assertThat(answer.json().at("error").text()).contains("your own token");
    caller = NOBODY;
    assertThat(post("/api/session/link", "", null).status).isEqualTo(401);
  }
}
