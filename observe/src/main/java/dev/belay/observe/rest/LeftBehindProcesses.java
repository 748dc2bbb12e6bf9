package dev.belay.observe.rest;

import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.upstream.LeftBehind;
import java.util.List;
import java.util.function.Predicate;

/** Port to processes of all servers that survived the stop of their call. */
public interface LeftBehindProcesses {
  /** {@return the surviving processes} */
  List<LeftBehind> list();

  /** Ends the chosen processes, blocks until they are gone, and returns them. */
  List<ProcessInfo> kill(Predicate<LeftBehind> chosen);
}
