package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A connection that the server closes at the moment at which it is used again")
final class StaleConnectionTest extends HttpPeerTest {
  private final AtomicInteger asked = new AtomicInteger();

  /** Breaks the first {@code breaks} connections with a request, and answers on the others. */
  private ScriptedServer breaking(int breaks, boolean hard) {
    return serveSession((_, wire) -> {
      if (asked.incrementAndGet() > breaks) {
        wire.json(result(1, ""));
      } else if (hard) {
        wire.reset();
      } else {
        wire.halfClose();
      }
    });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isReplacedForWhatDoesNoHarmTwice(boolean hard) throws InterruptedException {
    session(breaking(1, hard), new HandTime()).send(legacy(1, "tools/list"));
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
    assertThat(asked).hasValue(2);
  }

  @Test
  void isReplacedOnce() throws InterruptedException {
    session(breaking(9, true), new HandTime()).send(legacy(1, "ping"));
    assertThat(handler.next()).isEqualTo("1 UNREACHABLE");
    assertThat(asked).hasValue(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", "vendor/unknown"})
  void isNotReplacedWhereTheServerMayHaveBegun(String method) throws InterruptedException {
    session(breaking(1, true), new HandTime()).send(legacy(1, method));
    assertThat(handler.next()).isEqualTo("1 UNREACHABLE");
    assertThat(asked).hasValue(1);
    assertThat(handler.failures.getFirst().text())
        .contains("closed the connection without an answer");
  }

  @Test
  void isReplacedForANotification() throws InterruptedException {
    var told = new CountDownLatch(2);
    var rest = inSession((_, _) -> {});
    var server =
        serve((request, wire) -> {
          if (request.has("roots/list_changed")) {
            told.countDown();
            if (told.getCount() > 0) {
              wire.reset();
              return;
            }
          }
          rest.answer(request, wire);
        });
    session(server, new HandTime()).send(Said.utf8(Said.ROOTS_CHANGED));
    told.await();
    assertThat(handler.notes).isEmpty();
  }
}
