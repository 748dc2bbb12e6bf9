/** The belay command. */
module dev.belay.cli {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires dev.belay.agent;
  requires dev.belay.access;
  requires dev.belay.config;
  requires dev.belay.console;
  requires dev.belay.gateway;
  requires dev.belay.http;
  requires dev.belay.observe;
  requires dev.belay.probe;
  requires dev.belay.samples;
  requires dev.belay.store;
  requires dev.belay.tools;
  requires info.picocli;
  requires java.net.http;
  requires org.jline;
  requires tools.jackson.core;
  // sun.misc.Signal, by name: Ctrl-C cancels a call instead of ending the process.
  requires jdk.unsupported;
}
