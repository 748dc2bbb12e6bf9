package dev.belay.probe.peer;

/** One way to a server, while it lasts. */
interface Wire {
  /** Sends a request or a notification; false if it is refused. */
  boolean send(byte[] message);

  /** Sends the answer to a request of the server. */
  void answer(byte[] response);

  /** Leaves, and ends what was started. */
  void close();

  /** Makes a wire whose messages go to an inbox. */
  @FunctionalInterface
  interface Maker {
    Wire connect(Inbox inbox) throws CannotOpen;
  }
}
