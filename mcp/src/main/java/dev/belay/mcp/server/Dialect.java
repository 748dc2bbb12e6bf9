package dev.belay.mcp.server;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The differences between the eras in serving a common request. */
sealed interface Dialect permits LegacyDialect, ModernDialect {
  Era era();

  Revision revision();

  /**
   * {@return a handler's result in the form of this era, with caching members if {@code cacheable}}
   */
  byte[] result(byte[] result, boolean cacheable);

  /** {@return whether the client wants log messages of that level} */
  boolean wants(LogLevel level);

  /** {@return whether the client declared that capability} */
  boolean declares(String... capability);

  /** {@return the name that the client gives itself; empty for none} */
  String clientName();

  /** {@return the refusal of a request that needs a capability which the client did not declare} */
  RequestFailed undeclared(String... capability);

  /** {@return the refusal of a read of an unknown resource} */
  RequestFailed notFound(String uri);

  /** {@return the client's answers available to a handler at its first run} */
  Round begin(Run run) throws RequestFailed;

  /** Asks the client during a request, and returns the answers by the questions' keys. */
  Map<String, byte[]> ask(Run run, List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException;

  /**
   * Obtains the input that a handler requires.
   *
   * @return the round to run again with; null if the client has to come back, with this as the
   *     answer
   */
  @Nullable Round require(Run run, InputRequired required)
      throws RequestFailed, InterruptedException;
}
