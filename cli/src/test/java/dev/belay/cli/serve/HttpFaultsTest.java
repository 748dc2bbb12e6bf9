package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.HttpFault;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P1, P11: every fault of a server over HTTP ends its call once, with a reason")
@Tag("process")
final class HttpFaultsTest {
  private static final String LIMITED = "{\"timeout\":9000}";

  private static final Set<HttpFault> SILENT =
      EnumSet.of(
          HttpFault.STALL,
          HttpFault.STALL_MID_BODY,
          HttpFault.STALL_MID_SSE,
          HttpFault.SILENT_STREAM);
  private static final HandTime TIME = new HandTime();
  private static final Map<Era, FaultyHttp> SERVERS = new EnumMap<>(Era.class);

  /** New for each fault: a circuit breaker counts earlier faults. */
  private final Map<Era, Served> behind = new EnumMap<>(Era.class);

  @BeforeAll
  static void openServers() throws IOException, InterruptedException {
    for (var era : Era.values()) {
      SERVERS.put(era, FaultyHttp.start("--era", era.option()));
    }
  }

  @BeforeEach
  void open() throws IOException, InterruptedException {
    for (var era : Era.values()) {
      behind.put(era, Serve.url(url(era)).on(TIME).mcp("handoff_after", "0").start());
    }
    for (var served : behind.values()) {
      // The clock of both stands until each has met its server: its start is limited by it too.
      assertThat(text(served.modern().call("echo", "{\"text\":\"met\"}"))).isEqualTo("met");
    }
  }

  @AfterEach
  void close() throws IOException {
    for (var served : behind.values()) {
      served.close();
    }
  }

  @AfterAll
  static void closeServers() throws IOException {
    for (var server : SERVERS.values()) {
      server.close();
    }
  }

  /** A call answered by one of the faults, with both of its ends. */
  private record Ended(Era upstream, ScriptedHttpClient client, HttpAnswer answer) {
    String text() throws InterruptedException {
      return Served.text(answer.response());
    }
  }

  /** Asserts the effect of a fault. */
  private interface Claim {
    void check(Ended call) throws InterruptedException;
  }

  /** {@return the effect of each fault: a new fault needs an entry here, or nothing compiles} */
  private static Claim claim(HttpFault fault) {
    return switch (fault) {
      case UNAUTHORIZED -> failed("refused access with status 401: give it a token, by --header");
      case FORBIDDEN ->
          failed("refused access with status 403: check the headers configured for it");
      case NOT_FOUND -> failed("refused the request with status 404");
      case NOT_ALLOWED -> failed("refused the request with status 405");
      case TOO_MANY -> failed("takes no more requests, status 429");
      case SERVER_ERROR -> failed("failed with status 500: <html>");
      case UNAVAILABLE -> failed("failed with status 503");
      case REDIRECT, REDIRECT_LOOP -> failed("refused the request with status 307");
      case ACCEPTED -> failed("answered a request with status 202 and no message");
      case EMPTY_BODY, GARBAGE_SSE -> failed("sent something that is no message");
      case HALF_CLOSE, RESET, GARBAGE_HEAD, OVERSIZED_HEAD ->
          failed("closed the connection without an answer");
      case SHORT_BODY, RESET_MID_BODY, TRUNCATED_CHUNK, RESET_MID_SSE ->
          failed("went away: the connection broke in the middle of its answer");
      case BAD_CHUNK -> failed("sent an answer that cannot be read");
      case WRONG_CONTENT_TYPE, NO_CONTENT_TYPE ->
          failed("answered a request with status 200 and no message");
      case OVERSIZED_BODY ->
          failed("sent an answer that cannot be read: it is larger than 10485760 bytes");
      case SHORT_SSE, EMPTY_STREAM, DROP_REFUSED, DROP_EMPTY ->
          failed("ended its stream without the answer");
      case OVERSIZED_EVENT -> failed("sent a message larger than 10485760 bytes");
      case STRAY_RESPONSE ->
          failed("answered with a message that is not the answer to what it was asked");
      case STALL, STALL_MID_BODY, STALL_MID_SSE, SILENT_STREAM -> HttpFaultsTest::wasCut;
      case SESSION_EXPIRED, SLOW_READER, SECOND_RESPONSE, ODD_SSE, BYTE_AT_A_TIME ->
          answered(fault);
      case DROP_RESUMABLE -> call -> wasResumed(fault, call);
      case NEVER_READS -> call -> holdsUpTheNextAlone(fault, call);
    };
  }

  /** It fails at once, and names the address. */
  private static Claim failed(String why) {
    return call -> {
      assertThat(isError(call.answer().response())).isTrue();
      assertThat(call.text()).startsWith(url(call.upstream()) + " " + why);
    };
  }

  /** A server that falls silent is cut at the idle limit, wherever it stopped. */
  private static void wasCut(Ended call) throws InterruptedException {
    assertThat(isError(call.answer().response())).isTrue();
    assertThat(call.text()).startsWith("No progress for 9s (idle timeout).");
  }

  /** An odd but valid answer is passed on, and the client notices nothing. */
  private static Claim answered(HttpFault fault) {
    return call -> assertThat(call.text()).isEqualTo("after " + fault.tool());
  }

  /** A broken legacy stream is resumed; a modern one is lost. */
  private static void wasResumed(HttpFault fault, Ended call) throws InterruptedException {
    switch (call.upstream()) {
      case LEGACY -> answered(fault).check(call);
      case MODERN -> failed("ended its stream without the answer").check(call);
    }
  }

  /** Passes time in such steps until the answer is complete. */
  private static void pass(Duration step, HttpAnswer answer) throws InterruptedException {
    Patience.await(TIME, step, answer::hasEnded, () -> "no end: " + answer);
  }

  private static HttpAnswer echo(Ended call) throws InterruptedException {
    var answer = call(call.client(), "8", "echo", "{}", LIMITED);
    pass(Duration.ofMillis(20), answer);
    return answer;
  }

  /** A server that accepts no further request delays that one request alone. */
  private static void holdsUpTheNextAlone(HttpFault fault, Ended call) throws InterruptedException {
    answered(fault).check(call);
    var unread = echo(call);
    for (int tries = 0; tries < 10 && !isError(unread.response()); tries++) {
      // A message of the gateway's own, such as a listing of tools, was the one held up.
      var _ = call(call.client(), "9", fault.tool(), "{}").response();
      unread = echo(call);
    }
    wasCut(new Ended(call.upstream(), call.client(), unread));
    assertThat(unread.isWhole()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  @DisplayName(
      "Each fault, of a server of each era to a client of each: one answer, and all goes on")
  void endsItsCallOnceWithAReason(HttpFault fault) throws IOException, InterruptedException {
    for (var upstream : Era.values()) {
      for (var era : Era.values()) {
        var client = behind(upstream).client(era);
        boolean isSilent = SILENT.contains(fault);
        long before = received(upstream, fault);
        var answer = call(client, "7", fault.tool(), "{}", isSilent ? LIMITED : "{}");
        // The clock stands until then: a session with the server may have to be opened first.
        Patience.await(
            () -> received(upstream, fault) > before, () -> "it was not called: " + answer);
        if (isSilent) {
          TIME.advance(Duration.ofSeconds(9));
        } else {
          pass(Duration.ofMillis(100), answer);
        }
        claim(fault).check(new Ended(upstream, client, answer));
        assertThat(answer.isWhole()).isTrue();
        assertThat(answer.bodySoFar().split("\"id\":7[,}]", -1)).as(answer.toString()).hasSize(2);
        assertThat(text(client.call("echo", "{\"text\":\"next\"}"))).isEqualTo("next");
      }
    }
  }

  private Served behind(Era upstream) {
    return Objects.requireNonNull(behind.get(upstream));
  }

  private static FaultyHttp server(Era upstream) {
    return Objects.requireNonNull(SERVERS.get(upstream));
  }

  private static URI url(Era upstream) {
    return server(upstream).url();
  }

  /** {@return how many calls of the fault's tool that server has received} */
  private static long received(Era upstream, HttpFault fault) throws IOException {
    var tool = Json.quote(fault.tool());
    return server(upstream).log().stream()
        .filter(line -> line.startsWith("recv ") && line.contains("\"tools/call\""))
        .filter(line -> line.contains(tool))
        .count();
  }
}
