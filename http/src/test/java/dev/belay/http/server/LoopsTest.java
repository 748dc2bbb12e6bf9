package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-15…S4-17: the fastest transport there is, or a warning")
final class LoopsTest {
  @Test
  void theNativeTransportComesWithTheProgram() {
    boolean isLinux = System.getProperty("os.name").equals("Linux");
    assertThat(Epoll.isAvailable()).isEqualTo(isLinux);
  }

  @Test
  void withoutItThePortableOneServesAndLeavingIsNoticed() throws IOException, InterruptedException {
    var reports = new ArrayList<String>();
    var loops = Loops.open(/* preferNative= */ false, reports::add);
    assertThat(reports).hasSize(1).first().asString().contains("portable transport");
    var held = new Held();
    try (var server =
            HttpServer.open(
                HttpSettings.defaults().at("127.0.0.1", 0),
                held,
                Time.system(),
                reports::add,
                loops);
        var client = new RawClient(server.port())) {
      client.get("/first");
      held.take().answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      client.get("/second");
      var exchange = held.take();
      client.halfClose();
      exchange.gone().join();
    }
    assertThat(loops.threads()).noneMatch(Thread::isAlive);
  }
}
