package dev.belay.tools.javadoc;

/** The keys under which sentences are kept, where they are written and where they are read. */
final class Key {
  static final String TYPE = "type";

  private Key() {}

  static String method(String signature) {
    return "method." + signature;
  }

  static String parameter(String signature, String name) {
    return "parameter." + signature + "." + name;
  }

  static String component(String name) {
    return "component." + name;
  }

  static String constant(String name) {
    return "constant." + name;
  }
}
