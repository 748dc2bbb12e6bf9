/** The console: pages in a browser that show calls and stop them. */
module dev.belay.console {
  requires static transitive org.jspecify;
  requires transitive dev.belay.http;

  exports dev.belay.console;
}
