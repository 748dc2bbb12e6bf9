/** Sample tools, written with the public API only. */
module dev.belay.samples {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.tools;
  requires java.logging;
  requires java.net.http;
  requires org.apache.lucene.analysis.common;
  requires org.apache.lucene.core;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.belay.samples;

  opens dev.belay.samples.corpus to
      dev.belay.tools;
  opens dev.belay.samples.file to
      dev.belay.tools;
  opens dev.belay.samples.program to
      dev.belay.tools;
  opens dev.belay.samples.search to
      dev.belay.tools;
  opens dev.belay.samples.web to
      dev.belay.tools;
  opens dev.belay.samples.wks to
      dev.belay.tools;
}
