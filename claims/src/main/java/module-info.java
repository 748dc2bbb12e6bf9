/** What tests prove: the annotation that they carry, and the pages and checks made of it. */
module dev.belay.claims {
  requires static transitive org.jspecify;
  requires java.xml;
  requires jdk.compiler;

  exports dev.belay.claims;
}
