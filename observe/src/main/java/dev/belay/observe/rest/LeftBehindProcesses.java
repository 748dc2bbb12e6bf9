package dev.belay.observe.rest;

import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.upstream.LeftBehind;
import java.util.List;
import java.util.function.Predicate;

/** Where processes of all servers can be seen and ended that live on though a call was stopped. */
public interface LeftBehindProcesses {
  /** {@return what lives on now} */
  List<LeftBehind> list();

  /** Ends those that are chosen, and blocks until they are gone; returns what that was. */
  List<ProcessInfo> kill(Predicate<LeftBehind> chosen);
}
