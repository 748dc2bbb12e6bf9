package dev.belay.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How Belay gets a server: by starting a process, by connecting to a running one, or from the tools
 * in this program.
 */
public sealed interface Start {
  /**
   * A program that Belay starts and ends.
   *
   * @param program looked up on the PATH
   * @param args its arguments
   * @param env variables in addition to those of every child
   * @param cwd its working directory; null is Belay's own, against which a relative one resolves
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
   *     hold a key, so people are shown the {@link #address()}
   * @param headers sent with every request, by name as written; the values are secrets
   * @param transport the transport to use
   */
  record Url(URI uri, Map<String, String> headers, Transport transport) implements Start {
    public Url {
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Creates a server over Streamable HTTP, the usual case. */
    public Url(URI uri, Map<String, String> headers) {
      this(uri, headers, Transport.HTTP);
    }

    /** {@return the address for people: without the query} */
    public String address() {
      return HttpUrl.shown(uri.toString());
    }

    /** {@return the form of a record, without possible secrets} */
    @Override
    public String toString() {
      return "Url[uri=" + address() + ", headers=" + headers.keySet() + ", " + transport + "]";
    }
  }

  /**
   * Tools in Java, of this program: nothing is started, and no file can request them.
   *
   * @param program the name and release of the program, against which its tools' definitions are
   *     pinned
   */
  record Native(String program) implements Start {}

  /**
   * {@return all that tells one server from another of its name, except for headers; for digests
   * alone, since it may hold secrets}
   */
  default String whole() {
    return switch (this) {
      case Command(String program, List<String> args, Map<String, String> env, Path cwd) ->
          String.join("\n", program, args.toString(), new TreeMap<>(env).toString(), "" + cwd);
      case Url url -> url.uri() + "\n" + url.transport();
      case Native(String program) -> program;
    };
  }

  /** The transport to a server at a URL. */
  public enum Transport {
    /** Streamable HTTP; a server that refuses it and offers {@link #SSE} is detected. */
    HTTP,
    /** HTTP+SSE of 2024-11-05: the URL is that of the stream. */
    SSE;

    /** As written here, or in the files of clients. */
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
