package dev.belay.testbed.net;

import java.io.IOException;
import java.net.Socket;

/** Ways to end a connection. */
final class Sockets {
  private Sockets() {}

  /** Makes any later close of the socket a reset. */
  static void endByReset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException _) {
      // Closed already.
    }
  }

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // Closed already.
    }
  }

  static void endOutput(Socket socket) {
    try {
      socket.shutdownOutput();
    } catch (IOException _) {
      // The other side is gone, which ends it as well.
    }
  }
}
