/** Tools in Java: annotations, schemas, results, injection. */
module dev.belay.tools {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires transitive dev.belay.mcp;
  requires dev.belay.process;
  requires static transitive dev.belay.http;
  requires static jakarta.validation;
  // The annotation processor runs in javac; a running tool needs no compiler.
  requires static jdk.compiler;
  requires transitive tools.jackson.databind;
  requires tools.jackson.core;
  requires com.fasterxml.jackson.annotation;
  requires com.fasterxml.classmate;
  requires com.github.victools.jsonschema.generator;
  requires com.networknt.schema;
  requires com.github.benmanes.caffeine;
  requires org.slf4j;

  uses org.slf4j.spi.SLF4JServiceProvider;

  exports dev.belay.tools.annotation;
  exports dev.belay.tools.call;
  exports dev.belay.tools.check;
  exports dev.belay.tools.declare;
  exports dev.belay.tools.inject;
  exports dev.belay.tools.json;
  exports dev.belay.tools.lint;
  exports dev.belay.tools.result;
  exports dev.belay.tools.run;
  exports dev.belay.tools.schema;
  exports dev.belay.tools.serve;
  exports dev.belay.tools.share;
  exports dev.belay.tools.store;
}
