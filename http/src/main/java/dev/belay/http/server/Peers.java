package dev.belay.http.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Identifies clients by address: that of the connection, or the one that a trusted proxy reports in
 * {@code Forwarded} (RFC 7239) or {@code X-Forwarded-For}.
 *
 * <p>Both headers are lists to which each proxy appends, so the last entry that is not itself a
 * trusted proxy is the client. No other header counts.
 *
 * <p>An IPv6 client can choose among the addresses of a /64 (RFC 6177), so that network is the peer
 * (SEC-H2, SEC-M3). A local process can use any loopback address, so all of loopback is one peer.
 */
record Peers(Predicate<InetAddress> proxies) {
  private static final String FORWARDED = "forwarded";
  private static final String LOOPBACK = "loopback";
  private static final String FORWARDED_FOR = "x-forwarded-for";

  /**
   * {@return the owner of a connection before its first request; each connection of a trusted
   * proxy, which serves many clients, is an owner of its own}
   */
  String of(InetSocketAddress remote) {
    return isTrusted(remote.getAddress())
        ? remote.getAddress().getHostAddress() + ":" + remote.getPort()
        : name(remote.getAddress());
  }

  /** {@return the client that sent the request with that head} */
  String of(InetSocketAddress remote, RequestHead head) {
    var direct = remote.getAddress();
    if (!isTrusted(direct)) {
      return name(direct);
    }
    var forwarded = last(forwarded(head.all(FORWARDED)), direct);
    var older = last(listed(head.all(FORWARDED_FOR)), direct);
    if (head.all(FORWARDED).isEmpty()) {
      return older;
    }
    // A proxy that writes one of the headers passes the other on as the client wrote it.
    return head.all(FORWARDED_FOR).isEmpty() || forwarded.equals(older) ? forwarded : name(direct);
  }

  private boolean isTrusted(InetAddress address) {
    return proxies.test(address);
  }

  /** Searches from the newest entry back for the first that is not a trusted proxy. */
  private String last(List<String> nodes, InetAddress direct) {
    var nearest = direct;
    for (var node : nodes.reversed()) {
      var address = address(node);
      if (address == null) {
        break;
      }
      nearest = address;
      if (!isTrusted(address)) {
        break;
      }
    }
    return name(nearest);
  }

  /**
   * An IPv4 address in IPv6 form ({@code ::ffff:192.0.2.1}) becomes IPv4 once it is an {@link
   * InetAddress}.
   */
  private static String name(InetAddress address) {
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    if (!(address instanceof Inet6Address)) {
      return address.getHostAddress();
    }
    var groups = ByteBuffer.wrap(address.getAddress()).asShortBuffer();
    return "%x:%x:%x:%x::/64".formatted(groups.get(0), groups.get(1), groups.get(2), groups.get(3));
  }

  private static List<String> listed(List<String> values) {
    var all = new ArrayList<String>();
    for (var value : values) {
      for (var one : value.split(",", -1)) {
        all.add(one.strip());
      }
    }
    return all;
  }

  /** An element without {@code for} yields an empty entry, which ends the search. */
  private static List<String> forwarded(List<String> values) {
    var all = new ArrayList<String>();
    for (var element : listed(values)) {
      var node = "";
      for (var pair : element.split(";", -1)) {
        var text = pair.strip();
        if (text.toLowerCase(Locale.ROOT).startsWith("for=")) {
          node = text.substring("for=".length());
        }
      }
      all.add(node);
    }
    return all;
  }

  /** {@return the address of a node, without its port; null if it is not an IP address} */
  private static @Nullable InetAddress address(String node) {
    var text = node;
    if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
      text = text.substring(1, text.length() - 1);
    }
    if (text.startsWith("[")) {
      int end = text.indexOf(']');
      text = end < 0 ? "" : text.substring(1, end);
    } else if (text.indexOf(':') == text.lastIndexOf(':') && text.indexOf(':') > 0) {
      text = text.substring(0, text.indexOf(':'));
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException _) {
      return null;
    }
  }
}
