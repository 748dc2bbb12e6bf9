package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UpstreamUserTest {
  @Test
  void aCallerIsIdentifiedByThePrefixOfItsName() {
    var caller = new UpstreamUser("local", "a".repeat(1_000_000));
    assertThat(caller.client()).hasSize(256);
    assertThat(caller).isEqualTo(new UpstreamUser("local", "a".repeat(256)));
    assertThat(new UpstreamUser("local", "session-1").client()).isEqualTo("session-1");
  }
}
