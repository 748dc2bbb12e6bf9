package dev.belay.tools.javadoc;

/** Keys of the stored sentences, for writer and reader. */
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
