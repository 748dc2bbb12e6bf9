package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.fault.FaultyHttp;
import dev.belay.testkit.fault.HttpFault;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P1, P11: every fault of a server over HTTP ends its call once, with a reason")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HttpFaultsTest {
  private static final Set<HttpFault> LIMITED =
      EnumSet.of(
          HttpFault.STALL,
          HttpFault.STALL_MID_BODY,
          HttpFault.STALL_MID_SSE,
          HttpFault.SILENT_STREAM);
  private static final Map<Era, FaultyHttp> SERVERS = new EnumMap<>(Era.class);
  private static final Map<Era, Served> BEHIND = new EnumMap<>(Era.class);

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    for (var era : Era.values()) {
      var server = FaultyHttp.start("--era", era.option());
      SERVERS.put(era, server);
      BEHIND.put(era, Serve.url(server.url()).start());
    }
  }

  @AfterAll
  static void close() throws IOException {
    for (var served : BEHIND.values()) {
      served.close();
    }
    for (var server : SERVERS.values()) {
      server.close();
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNAUTHORIZED       | refused access with status 401: check the headers configured for it
          FORBIDDEN          | refused access with status 403: check the headers configured for it
          NOT_FOUND          | refused the request with status 404
          NOT_ALLOWED        | refused the request with status 405
          TOO_MANY           | takes no more requests, status 429
          SERVER_ERROR       | failed with status 500: <html>
          UNAVAILABLE        | failed with status 503
          REDIRECT           | refused the request with status 307
          REDIRECT_LOOP      | refused the request with status 307
          ACCEPTED           | answered a request with status 202 and no message
          EMPTY_BODY         | sent something that is no message
          HALF_CLOSE         | closed the connection without an answer
          RESET              | closed the connection without an answer
          GARBAGE_HEAD       | closed the connection without an answer
          OVERSIZED_HEAD     | closed the connection without an answer
          SHORT_BODY         | sent an answer that cannot be read
          RESET_MID_BODY     | sent an answer that cannot be read
          WRONG_CONTENT_TYPE | answered a request with status 200 and no message
          NO_CONTENT_TYPE    | answered a request with status 200 and no message
          TRUNCATED_CHUNK    | sent an answer that cannot be read
          BAD_CHUNK          | sent an answer that cannot be read
          OVERSIZED_BODY     | sent an answer that cannot be read: it is larger than 10485760 bytes
          SHORT_SSE          | ended its stream without the answer
          RESET_MID_SSE      | sent an answer that cannot be read
          EMPTY_STREAM       | ended its stream without the answer
          GARBAGE_SSE        | sent something that is no message
          OVERSIZED_EVENT    | sent a message larger than 10485760 bytes
          DROP_REFUSED       | ended its stream without the answer
          DROP_EMPTY         | ended its stream without the answer
          """)
  @DisplayName("A broken answer fails its call at once and names the address")
  void failsAtOnce(HttpFault fault, String why) throws InterruptedException {
    forEachPair(
        fault,
        (upstream, answer) -> {
          assertThat(isError(answer)).isTrue();
          assertThat(text(answer)).startsWith(url(upstream) + " " + why);
        });
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"STALL", "STALL_MID_BODY", "STALL_MID_SSE", "SILENT_STREAM"})
  @DisplayName("A server that falls silent is cut at the idle limit, wherever it stopped")
  void isCutAtTheIdleLimit(HttpFault fault) throws InterruptedException {
    forEachPair(
        fault,
        (_, answer) -> {
          assertThat(isError(answer)).isTrue();
          assertThat(text(answer)).startsWith("No progress for 0.3s (idle timeout).");
        });
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      names = {"SESSION_EXPIRED", "SLOW_READER", "SECOND_RESPONSE", "ODD_SSE", "BYTE_AT_A_TIME"})
  @DisplayName("What is odd but right is answered, and the client notices nothing")
  void isAnswered(HttpFault fault) throws InterruptedException {
    forEachPair(fault, (_, answer) -> assertThat(text(answer)).isEqualTo("after " + fault.tool()));
  }

  @Test
  @DisplayName("A legacy stream that breaks off is resumed; a modern one is lost")
  void aDroppedStreamIsResumedWhereItCanBe() throws InterruptedException {
    forEachPair(
        HttpFault.DROP_RESUMABLE,
        (upstream, answer) ->
            assertThat(text(answer))
                .isEqualTo(
                    switch (upstream) {
                      case LEGACY -> "after drop_resumable";
                      case MODERN -> url(upstream) + " ended its stream without the answer";
                    }));
  }

  @Test
  @DisplayName("A server that takes no request any more holds up that one request alone")
  void aRequestThatIsNotReadIsCut() throws InterruptedException {
    for (var upstream : Era.values()) {
      for (var era : Era.values()) {
        var client = behind(upstream).client(era);
        assertThat(text(client.call("never_reads", "{}"))).isEqualTo("after never_reads");
        var unread = call(client, "7", "echo", "{}", "{\"timeout\":300}");
        assertThat(text(unread.response())).startsWith("No progress for 0.3s (idle timeout).");
        assertThat(unread.isWhole()).isTrue();
        assertThat(text(client.call("echo", "{\"text\":\"next\"}"))).isEqualTo("next");
      }
    }
  }

  @Test
  @DisplayName("Each way for a server over HTTP to fail is in one of these tests")
  void noneIsForgotten() {
    assertThat(HttpFault.values()).hasSize(29 + 4 + 5 + 2);
  }

  /** What is to be true of an answer. */
  private interface Claim {
    void check(Era upstream, Json answer);
  }

  /** Calls in each era through each era, checks that there is one answer and that all goes on. */
  private static void forEachPair(HttpFault fault, Claim claim) throws InterruptedException {
    for (var upstream : Era.values()) {
      for (var era : Era.values()) {
        var client = behind(upstream).client(era);
        var meta = LIMITED.contains(fault) ? "{\"timeout\":300}" : "{}";
        var answer = call(client, "7", fault.tool(), "{}", meta);
        claim.check(upstream, answer.response());
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.bodySoFar().split("\"id\":7[,}]", -1)).as(answer.toString()).hasSize(2);
        assertThat(text(client.call("echo", "{\"text\":\"next\"}"))).isEqualTo("next");
      }
    }
  }

  private static Served behind(Era upstream) {
    return Objects.requireNonNull(BEHIND.get(upstream));
  }

  private static URI url(Era upstream) {
    return Objects.requireNonNull(SERVERS.get(upstream)).url();
  }
}
