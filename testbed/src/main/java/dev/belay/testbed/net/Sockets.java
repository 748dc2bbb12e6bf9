package dev.belay.testbed.net;

import java.io.IOException;
import java.net.Socket;

/** Ways to end a connection. */
final class Sockets {
  private Sockets() {}

  /** Has its end be a reset, whoever closes it. */
  static void endByReset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException _) {
      // It is closed already.
    }
  }

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // There is nothing left to close.
    }
  }

  static void endOutput(Socket socket) {
    try {
      socket.shutdownOutput();
    } catch (IOException _) {
      // The other side is gone, which is as good an end.
    }
  }
}
