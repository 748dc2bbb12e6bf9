package dev.belay.mcp.server;

import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one era does differently about a request that both can make. */
sealed interface Dialect permits LegacyDialect, ModernDialect {
  Era era();

  Revision revision();

  /** {@return a handler's result as the era wants it, where it may be kept by the client or not} */
  byte[] result(byte[] result, boolean cacheable);

  /** {@return whether the client wants log messages of that level} */
  boolean wants(LogLevel level);

  /** {@return whether the client declared that capability} */
  boolean declares(String... capability);

  /** {@return how to refuse what needs a capability that the client did not declare} */
  RequestFailed undeclared(String... capability);

  /** {@return how to say that there is no such resource} */
  RequestFailed notFound(String uri);

  /** {@return what a handler has of its client's answers when it first runs} */
  Round begin(Run run) throws RequestFailed;

  /** Asks the client in the midst of a request, and returns the answers by the questions' keys. */
  Map<String, byte[]> ask(Run run, List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException;

  /**
   * Gets what a handler requires.
   *
   * @return what it runs again with; null if that is the client's business, and this the answer
   */
  @Nullable Round require(Run run, InputRequired required)
      throws RequestFailed, InterruptedException;
}
