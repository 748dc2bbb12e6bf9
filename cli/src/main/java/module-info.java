/** The belay command. */
module dev.belay.cli {
  requires static transitive org.jspecify;
  requires dev.belay.gateway;
}
