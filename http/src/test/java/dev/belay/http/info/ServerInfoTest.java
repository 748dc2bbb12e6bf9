package dev.belay.http.info;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-1 to S4-4: server info is what its schema says")
final class ServerInfoTest {
  private static String text(ServerInfo info) {
    return new String(info.json(), StandardCharsets.UTF_8);
  }

  private static List<String> faults(String json) {
    return ServerInfoSchema.validate(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void itHasNameVersionAndRevisionAndMaybeAMessage() {
    assertThat(text(ServerInfo.of("belay", "0.1.0", "2026-07-28", null)))
        .isEqualTo("{\"name\":\"belay\",\"version\":\"0.1.0\",\"protocolVersion\":\"2026-07-28\"}");
    assertThat(text(ServerInfo.of("a\"b", "1", "2026-07-28", "hi").forRevision("2025-11-25")))
        .isEqualTo(
            "{\"name\":\"a\\\"b\",\"version\":\"1\",\"protocolVersion\":\"2025-11-25\","
                + "\"message\":\"hi\"}");
  }

  @Test
  void whatTheSchemaForbidsIsNeverBuilt() {
    assertThatThrownBy(() -> ServerInfo.of("", "1", "soon", ""))
        .isInstanceOf(ServerInfo.Invalid.class)
        .hasMessage(
            "server info is invalid: name is empty; protocolVersion is not of the form"
                + " ^[0-9]{4}-[0-9]{2}-[0-9]{2}$; message is empty");
  }

  @Test
  void everyFaultIsNamed() {
    assertThat(faults("{")).containsExactly("not JSON");
    assertThat(faults("[]")).containsExactly("not an object");
    assertThat(faults("{\"name\":1,\"version\":\"1\",\"more\":true}"))
        .containsExactly("protocolVersion is missing", "name is no string", "more is unknown");
  }

  @Test
  void theSchemaIsAmongTheResources() {
    assertThat(ServerInfoTest.class.getResource(ServerInfoSchema.PATH)).isNotNull();
  }
}
