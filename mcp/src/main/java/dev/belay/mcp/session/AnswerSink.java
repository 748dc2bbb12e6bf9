package dev.belay.mcp.session;

/** Where the one answer to one message of a line goes. */
interface AnswerSink {
  void send(byte[] answer);

  /** There will be none. */
  void nothing();
}
