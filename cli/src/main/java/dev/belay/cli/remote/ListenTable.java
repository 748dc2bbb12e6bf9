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
 * @param proc where the file system {@code proc} is; elsewhere than on Linux it is missing, and
 *     nothing is known
 */
record ListenTable(Path proc) {
  private static final String LISTEN = "0A";
  private static final int ROOT = 0;
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int USER = 7;

  /** A socket that takes connections: its address as the table writes it, and the user's number. */
  private record Row(String address, int user) {}

  /**
   * {@return the user who takes connections there and is neither this process's own nor root, who
   * can read every token; null if there is none, or it cannot be seen}
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

  /** {@return who takes connections there: of the address itself, else of every address} */
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

  /** {@return how the tables write the address; one of IPv4 may stand in that of IPv6} */
  private static List<String> names(InetAddress host) {
    var name = words(host.getAddress());
    return host instanceof Inet4Address
        ? List.of(name, "0".repeat(16) + words(new byte[] {0, 0, -1, -1}) + name)
        : List.of(name);
  }

  /** {@return bytes in the order of the network as Linux writes them: numbers of this machine} */
  private static String words(byte[] address) {
    var words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).asIntBuffer();
    var text = new StringBuilder();
    while (words.hasRemaining()) {
      text.append("%08X".formatted(words.get()));
    }
    return text.toString();
  }
}
