package dev.belay.cli.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory that imitates Linux's {@code /proc} for the table of listeners. */
record ProcDirectory(Path root) {
  static ProcDirectory in(Path root) throws IOException {
    Files.createDirectories(root.resolve("self"));
    Files.createDirectories(root.resolve("net"));
    for (var name : new String[] {"tcp", "tcp6"}) {
      Files.writeString(
          root.resolve("net").resolve(name),
          "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n");
    }
    return new ProcDirectory(root);
  }

  ListenTable table() {
    return new ListenTable(root);
  }

  /** {@return the user of this process} */
  int user() throws IOException {
    return (int) Files.getAttribute(root.resolve("self"), "unix:uid");
  }

  /** Adds a listener of a user, at an address in the table's notation. */
  void listens(String address, int port, int user) throws IOException {
    add(address, port, "0A", user);
  }

  /** Adds a row in any state. */
  void add(String address, int port, String state, int user) throws IOException {
    var row =
        "  1: %s:%04X %s:0000 %s 00000000:00000000 00:00000000 00000000 %5d        0 1570 1 0\n"
            .formatted(address, port, "0".repeat(address.length()), state, user);
    var table = root.resolve("net").resolve(address.length() == 8 ? "tcp" : "tcp6");
    Files.writeString(table, row, US_ASCII, StandardOpenOption.APPEND);
  }
}
