package dev.belay.samples.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.name.PublicAddress;
import dev.belay.samples.web.FetchUrl.FetchFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("fetch_url reaches public hosts alone, unless told")
final class WebReachTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3",
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8",
        "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.7",
        "203.0.113.9", "224.0.0.1", "255.255.255.255", "::",
        "::1", "::ffff:127.0.0.1", "::127.0.0.1", "fe80::1",
        "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1",
        "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:0:7f00:1::", "2001:2::1",
        "2001:db8::1", "3fff:fff:1::"
      })
  @DisplayName("SEC-I: addresses of this machine, its network and its cloud are not public")
  void notPublic(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address).getAddress())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1", "93.184.216.34", "100.63.0.1", "100.128.0.1",
        "172.32.0.1", "192.0.1.1", "198.20.0.1", "2606:4700:4700::1111",
        "2001:200::1", "2001:4860:4860::8888"
      })
  @DisplayName("addresses of the internet are")
  void isPublic(String address) throws UnknownHostException {
    assertThat(PublicAddress.is(InetAddress.getByName(address).getAddress())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:8080/x",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://2130706433/",
        "https://10.1.2.3/"
      })
  @DisplayName("however a host is written")
  void refused(String url) {
    assertThatThrownBy(() -> new FetchUrl(WebReach.PUBLIC).fetch(url, (_, _, _) -> {}))
        .isInstanceOf(FetchFailedException.class)
        .hasMessageStartingWith(url + " is not fetched: ")
        .hasMessageContaining("is no public address");
  }

  @Test
  @DisplayName("a host that is not known is named")
  void unknown() {
    var reach =
        WebReach.onlyPublic(host -> {
          throw new UnknownHostException(host);
        });
    assertThatThrownBy(() -> reach.check(URI.create("http://no-such-host.invalid/")))
        .isInstanceOf(FetchFailedException.class)
        .hasMessage("There is no host no-such-host.invalid");
  }

  @Test
  @DisplayName("a name is refused if any of its addresses is not public")
  void names() throws IOException {
    var open = InetAddress.ofLiteral("1.1.1.1");
    var inside = InetAddress.ofLiteral("10.0.0.7");
    var reach =
        WebReach.onlyPublic(host ->
            host.equals("open") ? new InetAddress[] {open} : new InetAddress[] {open, inside});
    reach.check(URI.create("http://open/"));
    assertThatThrownBy(() -> reach.check(URI.create("http://both/")))
        .isInstanceOf(FetchFailedException.class)
        .hasMessage("http://both/ is not fetched: both is no public address (10.0.0.7)");
  }
}
