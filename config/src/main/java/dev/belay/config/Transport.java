package dev.belay.config;

/** How messages go to a server at a url. */
public enum Transport {
  /** Streamable HTTP; where a server refuses that and offers {@link #SSE}, that is found out. */
  HTTP,
  /** HTTP+SSE of 2024-11-05: the url is that of the stream. */
  SSE;

  /** Reads it as it is written here, or in the files of clients. */
  static Reading<Transport> read(String text) {
    return switch (text) {
      case "http", "streamable-http", "streamableHttp", "streamable_http" ->
          new Reading.Good<>(HTTP);
      case "sse" -> new Reading.Good<>(SSE);
      default -> new Reading.Wrong<>("expected http or sse; a server with a command needs no type");
    };
  }
}
