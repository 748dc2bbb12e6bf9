package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.Watching;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A key of belay watch cancels a call")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class WatchingTest {
  @Test
  void theChosenCallIsCancelledOnceThePersonSaysYes()
      throws IOException, InterruptedException, ExecutionException {
    var out = new ByteArrayOutputStream();
    var keyboard = new PipedOutputStream();
    try (var served = Serve.process().start();
        var terminal =
            new ExternalTerminal(
                "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
        var gateway = new RunningGateway(base(served), served.environment());
        var executor = Executors.newSingleThreadExecutor()) {
      terminal.setSize(new Size(120, 24));
      var client = served.legacy();
      var hanging = call(client, "1", "hang_honouring_cancel", "{}");
      served.awaitCalls("hang_honouring_cancel", 1);
      var watching = executor.submit(() -> watch(terminal, gateway));

      await(out, "hang_honouring_cancel");
      press(keyboard, "c");
      await(out, "choose a call first");
      press(keyboard, "jc");
      await(out, "? y/n");
      press(keyboard, "n");
      press(keyboard, "c");
      press(keyboard, "y");

      assertThat(text(hanging.response())).startsWith("[CANCELLED] ");
      press(keyboard, "q");
      watching.get();
    }
  }

  private static boolean watch(ExternalTerminal terminal, RunningGateway gateway)
      throws InterruptedException {
    Watching.on(terminal, gateway);
    return true;
  }

  private static URI base(Served served) {
    return served.url().resolve("/");
  }

  private static void press(PipedOutputStream keyboard, String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
    keyboard.flush();
  }

  private static void await(ByteArrayOutputStream out, String part) throws InterruptedException {
    Served.await(
        () -> out.toString(StandardCharsets.UTF_8).contains(part),
        () -> "no '" + part + "' on the screen: " + out.toString(StandardCharsets.UTF_8));
  }
}
