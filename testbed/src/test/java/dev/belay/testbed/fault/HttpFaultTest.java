package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("process")
class HttpFaultTest extends FaultyHttpFixture {
  @ParameterizedTest
  @CsvSource({
    "UNAUTHORIZED,401,WWW-Authenticate,Bearer",
    "FORBIDDEN,403,Content-Length,0",
    "NOT_FOUND,404,Content-Length,0",
    "NOT_ALLOWED,405,Allow,POST",
    "TOO_MANY,429,Retry-After,1",
    "SERVER_ERROR,500,Content-Type,text/html",
    "UNAVAILABLE,503,Content-Length,0",
    "REDIRECT,307,Location,/elsewhere",
    "REDIRECT_LOOP,307,Location,/mcp",
    "ACCEPTED,202,Content-Length,0",
    "EMPTY_BODY,200,Content-Length,0"
  })
  void aStatusIsTheWholeAnswer(HttpFault fault, int status, String field, String value)
      throws IOException, InterruptedException {
    var answer = call(modern(), fault);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.field(field)).isEqualTo(value);
    assertThat(answer.isWhole()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF_CLOSE", "RESET"})
  void aConnectionEndsWithoutAByte(HttpFault fault) throws IOException, InterruptedException {
    var answer = call(modern(), fault);

    assertThat(answer.awaitEnd()).contains(fault == HttpFault.RESET ? "reset" : "ended");
    assertThat(answer.line().received()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STALL", "STALL_MID_BODY", "STALL_MID_SSE", "SILENT_STREAM"})
  void aStalledAnswerStaysOpenUntilItsClientLeaves(HttpFault fault)
      throws IOException, InterruptedException {
    var client = modern();
    var answer = call(client, fault);
    if (fault != HttpFault.STALL) {
      assertThat(answer.status()).isEqualTo(200);
    }
    server().awaitLog("http POST");
    client.ask("server/discover", "{}");
    assertThat(answer.hasEnded()).isFalse();

    answer.line().close();
    server().awaitLog("left");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"SHORT_BODY", "RESET_MID_BODY", "TRUNCATED_CHUNK", "BAD_CHUNK", "RESET_MID_SSE"})
  void aBodyBreaksOff(HttpFault fault) throws IOException, InterruptedException {
    var answer = call(modern(), fault);

    assertThat(answer.isWhole()).as(answer.toString()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"SHORT_SSE", "EMPTY_STREAM", "GARBAGE_SSE"})
  void aStreamEndsInOrderWithoutAnAnswer(HttpFault fault) throws IOException, InterruptedException {
    var answer = call(modern(), fault);

    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.head().isEventStream()).isTrue();
    assertThat(answer.messages()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "OVERSIZED_HEAD", "WRONG_CONTENT_TYPE", "NO_CONTENT_TYPE", "OVERSIZED_BODY", "ODD_SSE",
        "SECOND_RESPONSE", "BYTE_AT_A_TIME", "SESSION_EXPIRED", "SLOW_READER", "NEVER_READS"
      })
  void anAnswerArrivesInAnOddWay(HttpFault fault) throws IOException, InterruptedException {
    var answer = call(legacy(), fault.tool(), "{\"bytes\":1000000}");

    assertThat(text(answer.response())).isEqualTo("after " + fault.tool());
    assertThat(answer.isWhole()).isTrue();
  }

  @Test
  void oddThingsAreAsOddAsTheySay() throws IOException, InterruptedException {
    var client = modern();
    assertThat(call(client, HttpFault.OVERSIZED_HEAD).field("X-Filler")).hasSize(1024 * 1024);
    assertThat(call(client, HttpFault.WRONG_CONTENT_TYPE).field("Content-Type"))
        .isEqualTo("text/html");
    assertThat(call(client, HttpFault.NO_CONTENT_TYPE).head().has("Content-Type")).isFalse();
    assertThat(call(client, "oversized_body", "{\"bytes\":1000000}").body())
        .hasSizeGreaterThan(900_000);
    assertThat(call(client, "oversized_event", "{\"bytes\":1000000}").body())
        .hasSizeGreaterThan(1_000_000);
    assertThat(call(client, HttpFault.GARBAGE_HEAD).isWhole()).isFalse();
  }

  @Test
  void anAnswerComesAfterAResponseThatIsNone() throws IOException, InterruptedException {
    var answer = call(legacy(), HttpFault.STRAY_RESPONSE);

    assertThat(answer.body()).contains("\"id\":999999999").doesNotContain("after");
    assertThat(answer.isWhole()).isTrue();
    awaitReceived(answer, "after stray_response");
  }

  @Test
  void aResponseThatIsNoneComesAfterAnAnswer() throws IOException, InterruptedException {
    var answer = call(legacy(), HttpFault.SECOND_RESPONSE);

    assertThat(text(answer.response())).isEqualTo("after second_response");
    awaitReceived(answer, "\"id\":999999999");
  }

  private static void awaitReceived(HttpAnswer answer, String part) throws InterruptedException {
    Patience.await(
        () -> new String(answer.line().received(), StandardCharsets.UTF_8).contains(part),
        () -> part + " has not come in " + answer);
  }

  @Test
  void theNextRequestMayBeReadSlowlyOrNotAtAll(@TempDir Path directory)
      throws IOException, InterruptedException {
    var log = directory.resolve("log");
    var client = legacy("--log", log.toString());
    client.call("slow_reader", "{}");
    assertThat(text(client.call("echo", "{\"text\":\"slow\"}"))).isEqualTo("slow");

    client.call("never_reads", "{}");
    var stream = client.listen();
    assertThat(stream.head().isEventStream()).isTrue();
    var unread = client.delete();
    // On another connection, so it could otherwise come first.
    FaultyHttp.awaitLog(log, "http DELETE");
    client.ask("ping", "{}");
    assertThat(unread.hasEnded()).isFalse();
    stream.line().close();
  }

  @Test
  void aSessionExpiresByACall() throws IOException, InterruptedException {
    var client = legacy();
    client.call("session_expired", "{}");

    assertThat(client.request("1", "ping", "{}").status()).isEqualTo(404);
  }

  @Test
  void anExpiryIsNothingWhereThereAreNoSessions() throws IOException, InterruptedException {
    var client = modern();
    client.call("session_expired", "{}");

    assertThat(call(client, HttpFault.FORBIDDEN).status()).isEqualTo(403);
  }

  @Test
  void aDroppedStreamIsResumedRefusedOrEmpty() throws IOException, InterruptedException {
    var client = legacy();
    var resumable = dropped(call(client, HttpFault.DROP_RESUMABLE));
    assertThat(text(client.resume(resumable).response())).isEqualTo("after drop_resumable");

    var refused = dropped(call(client, HttpFault.DROP_REFUSED));
    assertThat(client.resume(refused).status()).isEqualTo(400);

    var empty = client.resume(dropped(call(client, HttpFault.DROP_EMPTY)));
    assertThat(empty.isWhole()).isTrue();
    assertThat(empty.events()).isEmpty();
  }

  private static String dropped(HttpAnswer answer) throws InterruptedException {
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.events()).hasSize(1);
    assertThat(answer.nextEvent().retry()).isEqualTo("10");
    return answer.events().getFirst().id();
  }
}
