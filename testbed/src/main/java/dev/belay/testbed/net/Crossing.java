package dev.belay.testbed.net;

import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection through a link: two sockets, and a thread for each direction. */
final class Crossing {
  private static final int DIRECTIONS = 2;

  private final AtomicInteger running = new AtomicInteger(DIRECTIONS);
  private final FaultyLink link;
  private final Socket client;
  private final Socket server;
  private final Pump toServer;
  private final Pump toClient;
  private volatile boolean over;

  Crossing(FaultyLink link, Socket client, Socket server, int number) {
    var name = "belay-testbed-link-" + number;
    this.link = link;
    this.client = client;
    this.server = server;
    toServer = new Pump(link, this, Direction.TO_SERVER, client, server, name + "-up");
    toClient = new Pump(link, this, Direction.TO_CLIENT, server, client, name + "-down");
  }

  void start() {
    toServer.start();
    toClient.start();
  }

  /** {@return whether nothing more is to be forwarded} */
  boolean isOver() {
    return over;
  }

  void reset() {
    // First of all: the pumps see the end, and close the sockets as well.
    Sockets.endByReset(client);
    Sockets.endByReset(server);
    over = true;
    Sockets.close(client);
    Sockets.close(server);
    toServer.stop();
    toClient.stop();
  }

  void halfClose(Direction direction) {
    switch (direction) {
      case TO_SERVER -> Sockets.endOutput(server);
      case TO_CLIENT -> Sockets.endOutput(client);
    }
  }

  void join() {
    toServer.join();
    toClient.join();
  }

  /** Records the end of one direction. */
  void pumpEnded() {
    if (running.decrementAndGet() == 0) {
      over = true;
      Sockets.close(client);
      Sockets.close(server);
      link.ended(this);
    }
  }
}
