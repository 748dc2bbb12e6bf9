package dev.belay.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What belay health and belay watch say of a gateway")
final class HealthPageTest {
  private static HealthPage page(String upstreams) throws GatewayTrouble {
    return answered(200, "{\"status\":\"ok\",\"ready\":true,\"upstreams\":[" + upstreams + "]}");
  }

  private static HealthPage answered(int status, String body) throws GatewayTrouble {
    return HealthPage.of(new RunningGateway.Answer(status, body.getBytes(UTF_8)));
  }

  @Test
  @DisplayName("SEC-L3: where there is no token for more, it is a word")
  void aWordIsAPage() throws GatewayTrouble {
    var page = answered(200, "{\"status\":\"ok\"}");
    assertThat(page.isReady()).isTrue();
    assertThat(page.summary()).containsExactly("belay: ok; it tells no more without a token");
    assertThat(answered(503, "{\"status\":\"degraded\"}").isReady()).isFalse();
  }

  private static String upstream(String name, int waiting, int refused) {
    return "{\"name\":\"%s\",\"tools_waiting\":%d,\"tools_refused\":%d}"
        .formatted(name, waiting, refused);
  }

  @Test
  void toolsThatWaitForAPersonAreNamedByTheirServer() throws GatewayTrouble {
    var page =
        page(upstream("files", 2, 0) + "," + upstream("docs", 0, 0) + "," + upstream("a", 0, 1));
    assertThat(page.summary())
        .hasSize(4)
        .last()
        .isEqualTo("changed tools: files 2 waiting, a 1 refused; belay tools accept --list");
    assertThat(page.upstreams()).hasSize(3);
  }

  @Test
  void whereNothingWaitsNothingIsSaid() throws GatewayTrouble {
    assertThat(page(upstream("files", 0, 0)).summary()).hasSize(3);
    assertThat(page("{\"name\":\"of an older belay\"}").summary()).hasSize(3);
  }

  @Test
  @DisplayName("HOUR-10: columns of zeros give way, until a server has something to tell there")
  void zerosGiveWay() {
    var calm = List.of("a", "up", "legacy", "0", "0", "0", "0", "closed", "");
    assertThat(HealthPage.table(List.of(calm)))
        .containsExactly(List.of("UPSTREAM", "STATE", "ERA"), List.of("a", "up", "legacy"));
    var ill = List.of("b", "down", "-", "3", "0", "0", "0", "open", "it ended");
    assertThat(HealthPage.table(List.of(calm, ill)).getFirst())
        .containsExactly("UPSTREAM", "STATE", "ERA", "RESTARTS", "BREAKER", "");
  }
}
