/**
 * Children and their whole trees: starting, piping, stopping, finding the escaped, the watchdog.
 */
module dev.belay.process {
  requires static transitive org.jspecify;
  requires dev.belay.core;
}
