package dev.belay.gateway.relay;

/** Where the answer to one request of the client goes: used once, one way or the other. */
interface ReplyTo {
  /** Sends the answer. */
  void send(byte[] response);

  /** There will be no answer: the client took the request back. */
  void nothing();
}
