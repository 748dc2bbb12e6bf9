/**
 * Children and their whole trees: starting, piping, stopping, finding escaped processes, the
 * watchdog.
 */
module dev.belay.process {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires jdk.unsupported;

  exports dev.belay.process.spawn;
  exports dev.belay.process.tree;
}
