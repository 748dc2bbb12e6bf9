/** Settings: the file, the environment, flags, and where a value comes from. */
module dev.belay.config {
  requires static transitive org.jspecify;
  requires transitive dev.belay.core;
  requires org.snakeyaml.engine;

  exports dev.belay.config;
}
