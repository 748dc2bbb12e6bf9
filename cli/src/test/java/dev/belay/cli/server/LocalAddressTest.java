package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.server.HttpBinding.LocalAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Only loopback is bound, whatever this machine takes a name for")
final class LocalAddressTest {
  @Test
  void theAddressThatWasCheckedIsTheOneToBind() throws IOException {
    var loopback = InetAddress.ofLiteral("127.0.0.2");
    assertThat(LocalAddress.of("localhost", false, _ -> loopback)).isEqualTo("127.0.0.2");
    assertThat(InetAddress.ofLiteral(LocalAddress.of("::1", false, InetAddress::getByName)))
        .isEqualTo(InetAddress.ofLiteral("::1"));
  }

  @Test
  @DisplayName("A hosts file that sends localhost elsewhere does not open Belay to the network")
  void aNameThatStandsForAnotherAddressIsRefused() {
    var elsewhere = InetAddress.ofLiteral("192.0.2.1");
    assertThatThrownBy(() -> LocalAddress.of("localhost", false, _ -> elsewhere))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("http.host: localhost is 192.0.2.1 here, which is not loopback")
        .hasMessageContaining("set auth.tokens or auth.oauth");
  }

  @Test
  void whereEverybodyProvesWhoTheyAreAnyAddressWillDo() throws IOException {
    var elsewhere = InetAddress.ofLiteral("192.0.2.1");
    assertThat(LocalAddress.of("host", true, _ -> elsewhere)).isEqualTo("192.0.2.1");
  }

  @Test
  void aNameWithoutAnAddressIsRefused() {
    LocalAddress.Names none =
        name -> {
          throw new UnknownHostException(name);
        };
    assertThatThrownBy(() -> LocalAddress.of("localhost", false, none))
        .hasMessage("http.host: this machine knows no address of localhost");
  }
}
