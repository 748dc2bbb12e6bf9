package dev.belay.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How Belay starts or reaches a server: it starts a process, it reaches one that is there, or the
 * tools are in this very program.
 */
public sealed interface Start {
  /**
   * A program that Belay starts and ends.
   *
   * @param program looked up on the PATH
   * @param args its arguments
   * @param env variables it gets on top of what every child gets
   * @param cwd directory it starts in; null is Belay's own, against which a relative one resolves
   */
  record Command(String program, List<String> args, Map<String, String> env, @Nullable Path cwd)
      implements Start {
    public Command {
      args = List.copyOf(args);
      env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
    }
  }

  /**
   * A server at an address, over Streamable HTTP or HTTP+SSE.
   *
   * @param uri absolute, {@code http} or {@code https}, without user and fragment; its query may
   *     hold a key, so people are told the {@link #address()}
   * @param headers sent with every request, by name as written; the values are secrets
   * @param transport which of the two it is
   */
  record Url(URI uri, Map<String, String> headers, Transport transport) implements Start {
    public Url {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A server over Streamable HTTP, as nearly all are. */
    public Url(URI uri, Map<String, String> headers) {
      this(uri, headers, Transport.HTTP);
    }

    /** {@return where it is, for people: without the query} */
    public String address() {
      return HttpUrl.shown(uri.toString());
    }

    /** {@return as a record is shown, without what may be a secret} */
    @Override
    public String toString() {
      return "Url[uri=" + address() + ", headers=" + headers.keySet() + ", " + transport + "]";
    }
  }

  /**
   * Tools in Java, of this program: nothing is started, and no file can ask for them.
   *
   * @param program whose tools they are, and of which release: what they say is held to that
   */
  record Native(String program) implements Start {}

  /** How messages go to a server at a url. */
  public enum Transport {
    /** Streamable HTTP; where a server refuses that and offers {@link #SSE}, that is found out. */
    HTTP,
    /** HTTP+SSE of 2024-11-05: the url is that of the stream. */
    SSE;

    /** As it is written here, or in the files of clients. */
    static final Codec<Transport> CODEC =
        Codec.of(
            Transport::read,
            Codec::word,
            """
            {"enum":["http","sse","streamable-http","streamableHttp","streamable_http"]}\
            """);

    private static Reading<Transport> read(String text) {
      return switch (text) {
        case "http", "streamable-http", "streamableHttp", "streamable_http" ->
            new Reading.Good<>(HTTP);
        case "sse" -> new Reading.Good<>(SSE);
        default ->
            new Reading.Wrong<>("expected http or sse; a server with a command needs no type");
      };
    }
  }
}
