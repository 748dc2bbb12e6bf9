package dev.belay.mcp.server;

import java.lang.System.Logger.Level;

/** Logs what a server's own code did wrong, by a logger that no start has to wait for. */
final class Defects {
  private Defects() {}

  static void log(String what, Throwable defect) {
    System.getLogger(McpServer.class.getName()).log(Level.ERROR, what, defect);
  }
}
