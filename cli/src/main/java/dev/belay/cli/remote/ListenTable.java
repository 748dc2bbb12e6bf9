package dev.belay.cli.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Linux's tables of TCP sockets, {@code net/tcp} and {@code net/tcp6}: which user listens where.
 *
 * @param proc the root of the file system {@code proc}; it is missing on other systems than Linux,
 *     where nothing is known
 */
record ListenTable(Path proc) {
  private static final String LISTEN = "0A";
  private static final int ROOT = 0;
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int USER = 7;

  /** A listening socket: its address as written in the table, and its user id. */
  private record Row(String address, int user) {}

  /**
   * {@return the id of the user who listens at the address, if it is neither this process's own nor
   * root's, who can read every token anyway; null if there is none, or it cannot be found out}
   *
   * @param address an address of this machine
   */
  @Nullable Integer foreignUser(URI address) {
    try {
      int own = (int) Files.getAttribute(proc.resolve("self"), "unix:uid");
      for (int user : users(InetAddress.getByName(address.getHost()), port(address))) {
        if (user != own && user != ROOT) {
          return user;
        }
      }
      return null;
    } catch (IOException | UncheckedIOException | UnsupportedOperationException _) {
      return null;
    }
  }

  private static int port(URI address) {
    if (address.getPort() >= 0) {
      return address.getPort();
    }
    return "https".equals(address.getScheme()) ? 443 : 80;
  }

  /** {@return the users who listen on the port: at the address itself, or else at every address} */
  private List<Integer> users(InetAddress host, int port) throws IOException {
    var rows = rows(port);
    var own = rows.stream().filter(row -> names(host).contains(row.address)).toList();
    var taken = own.isEmpty() ? rows.stream().filter(ListenTable::isWildcard).toList() : own;
    return taken.stream().map(Row::user).toList();
  }

  private static boolean isWildcard(Row row) {
    return row.address.chars().allMatch(digit -> digit == '0');
  }

  private List<Row> rows(int port) throws IOException {
    var suffix = ":%04X".formatted(port);
    var rows = new ArrayList<Row>();
    for (var name : List.of("tcp", "tcp6")) {
      var table = proc.resolve("net").resolve(name);
      if (!Files.exists(table)) {
        continue; // no IPv6
      }
      try (var lines = Files.lines(table)) {
        lines
            // A busy machine has thousands of rows of other ports, whose parts are of no interest.
            .filter(line -> line.contains(suffix))
            .map(line -> line.strip().split("\\s+", USER + 2))
            .filter(cells -> cells.length > USER && cells[STATE].equals(LISTEN))
            .filter(cells -> cells[LOCAL_ADDRESS].endsWith(suffix))
            .forEach(cells ->
                rows.add(
                    new Row(
                        cells[LOCAL_ADDRESS].substring(
                            0, cells[LOCAL_ADDRESS].length() - suffix.length()),
                        Integer.parseUnsignedInt(cells[USER]))));
      }
    }
    return rows;
  }

  /** {@return the address as the tables write it; an IPv4 address may also appear as IPv6} */
  private static List<String> names(InetAddress host) {
    var name = words(host.getAddress());
    return host instanceof Inet4Address
        ? List.of(name, "0".repeat(16) + words(new byte[] {0, 0, -1, -1}) + name)
        : List.of(name);
  }

  /**
   * {@return bytes in network order as Linux writes them, in words of this machine's byte order}
   */
  private static String words(byte[] address) {
    var words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).asIntBuffer();
    var text = new StringBuilder();
    while (words.hasRemaining()) {
      text.append("%08X".formatted(words.get()));
    }
    return text.toString();
  }
}
