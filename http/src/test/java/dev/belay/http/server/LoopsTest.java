package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

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
                HttpServerOptions.defaults().at("127.0.0.1", 0),
                held,
                new HandTime(),
                reports::add,
                new Shares(1 << 20),
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

  /** Returns the kernel's options of a connection accepted by these loops. */
  private static <T> Map<String, T> accepted(Loops loops, Map<String, ChannelOption<T>> options)
      throws IOException, InterruptedException {
    var accepted = new CompletableFuture<Channel>();
    var listener =
        loops
            .bootstrap()
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accepted.complete(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .sync()
            .channel();
    try (var _ = new RawClient(((InetSocketAddress) listener.localAddress()).getPort())) {
      var found = new HashMap<String, T>();
      options.forEach(
          (name, option) -> found.put(name, accepted.join().config().getOption(option)));
      assertThat(accepted.join().config().getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
      return found;
    } finally {
      loops.close().toCompletableFuture().join();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("P8: an accepted connection has what notices a host that vanished without a word")
  void anAcceptedConnectionIsProbed() throws IOException, InterruptedException {
    assertThat(
            accepted(
                Loops.open(/* preferNative= */ true, _ -> {}),
                Map.of(
                    "unacknowledged for, ms", EpollChannelOption.TCP_USER_TIMEOUT,
                    "silent for, s", EpollChannelOption.TCP_KEEPIDLE,
                    "probed every, s", EpollChannelOption.TCP_KEEPINTVL,
                    "probes", EpollChannelOption.TCP_KEEPCNT)))
        .isEqualTo(
            Map.of(
                "unacknowledged for, ms", 10_000,
                "silent for, s", 5,
                "probed every, s", 2,
                "probes", 4));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("P8: the portable transport probes silent connections all the same")
  void thePortableOneProbesToo() throws IOException, InterruptedException {
    assertThat(
            accepted(
                Loops.open(/* preferNative= */ false, _ -> {}),
                Map.of(
                    "silent for, s", NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
                    "probed every, s", NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
                    "probes", NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT))))
        .isEqualTo(Map.of("silent for, s", 5, "probed every, s", 2, "probes", 4));
  }
}
