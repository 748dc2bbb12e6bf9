package dev.belay.http.server;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SEC-H2, SEC-M3: a peer is an address of IPv4, or a network of IPv6 as one has it")
final class PeersTest {
  private static final Peers PEERS = new Peers(address -> address.isLoopbackAddress());

  private static InetSocketAddress from(String address) {
    return new InetSocketAddress(InetAddress.ofLiteral(address), 4711);
  }

  private static InetSocketAddress from(long network, long host) {
    var bytes = ByteBuffer.allocate(16).putLong(network).putLong(host).array();
    try {
      return new InetSocketAddress(InetAddress.getByAddress(bytes), 4711);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static long network(String hex) {
    return HexFormat.fromHexDigitsToLong(hex);
  }

  @Test
  @DisplayName("10,000 addresses of one /64 are one peer, and have what one may have")
  void oneNetwork() {
    var names =
        LongStream.range(0, 10_000)
            .mapToObj(host -> PEERS.of(from(network("20010db8cafe0001"), host << 40 | host)))
            .toList();
    assertThat(names).hasSize(10_000).containsOnly("2001:db8:cafe:1::/64");

    var places = new Shares(1_000);
    long taken = names.stream().filter(name -> places.take(name, 1)).count();
    assertThat(taken).isEqualTo(500);
    assertThat(places.take(PEERS.of(from("192.0.2.60")), 1)).isTrue();
  }

  @Test
  void networksBesideEachOtherAreTwo() {
    assertThat(PEERS.of(from("2001:db8:cafe:1::1")))
        .isNotEqualTo(PEERS.of(from("2001:db8:cafe:2::1")));
  }

  @Test
  @DisplayName("An address of IPv4 counts whole, also where IPv6 carries it")
  void addressesOfIpv4() {
    var names =
        IntStream.range(0, 256)
            .mapToObj(last -> PEERS.of(from("192.0.2." + last)))
            .collect(toSet());
    assertThat(names).hasSize(256);
    assertThat(PEERS.of(from("::ffff:192.0.2.60"))).isEqualTo("192.0.2.60");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "127.9.8.7", "::1", "::ffff:127.0.0.3"})
  @DisplayName("C38: a process of this machine has 2^24 addresses to come from: they are one peer")
  void loopbackIsOne(String address) {
    assertThat(new Peers(_ -> false).of(from(address))).isEqualTo("loopback");
  }

  @Test
  @DisplayName("A trusted proxy's connections are of many, and stay apart")
  void aProxyOfIpv6() {
    assertThat(PEERS.of(from("::1"))).isEqualTo("0:0:0:0:0:0:0:1:4711");
  }
}
