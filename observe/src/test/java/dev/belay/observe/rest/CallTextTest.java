package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.tools.run.ToolRunner;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A row shows a call so that it is told from others of its tool, and whose it is")
final class CallTextTest {
  private final HistoryScene scene = new HistoryScene(64);

  @AfterEach
  void end() throws InterruptedException {
    scene.close();
  }

  private Call running(CallRequest request) throws InterruptedException {
    var runs = new CountDownLatch(1);
    var call =
        scene.governor.start(
            request,
            _ -> {
              runs.countDown();
              new CountDownLatch(1).await();
              return Payload.EMPTY;
            });
    runs.await();
    return call;
  }

  private static CallRequest read(String path) {
    var arguments = "{\"path\":\"" + path + "\",\"token\":\"t\"}";
    return CallRequest.of("read", new Payload(ToolRunner.DIALECT, arguments.getBytes(UTF_8)));
  }

  private String row(Call call) {
    return scene.text.unended(call).orElseThrow().toString();
  }

  @Test
  @DisplayName("With its arguments, its client and its turn")
  void whole() throws InterruptedException {
    var caller = Caller.of("ann", "s").inTurn("main:s:1-1").named("main");
    var call = running(read("a").withCaller(caller));
    assertThat(row(call))
        .matches(
            "\\{\"id\":\"[^\"]+\",\"tool\":\"read\",\"upstream\":null,"
                + "\"arguments\":\"path=\\\\\"a\\\\\", token=\\[redacted]\",\"principal\":\"ann\","
                + "\"client\":\"main\",\"turn\":\"main:s:1-1\",\"state\":\"running\",\"held\":null,"
                + "\"elapsed_s\":[0-9.]+,\"accepted_at\":\"[^\"]+\",\"last_heartbeat\":null,"
                + "\"limits\":\\{\"timeout_s\":[^}]+},\"attempt\":1,\"progress_backed\":true}");
  }

  @Test
  @DisplayName("What is unknown is null: a client without a name, a tool that no list has had")
  void unknown() throws InterruptedException {
    var call = running(read("a").withUpstream("files"));
    assertThat(row(call))
        .contains("\"arguments\":null,\"principal\":\"local\",\"client\":null,\"turn\":null,");
  }

  @Test
  @DisplayName("A call that has ended has no row, however late that was")
  void ended() throws InterruptedException {
    var call = running(read("a"));
    call.cancel(Cause.USER, "");
    var _ = call.join();
    assertThat(scene.text.unended(call)).isEmpty();
  }
}
