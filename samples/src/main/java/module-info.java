/** Tools that are of use by themselves, written as anybody would write them. */
module dev.belay.samples {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.tools;

  exports dev.belay.samples;

  opens dev.belay.samples.file to
      dev.belay.tools;
}
