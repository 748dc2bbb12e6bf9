package dev.belay.observe.schema;

/**
 * A parameter of a request outside its body.
 *
 * @param place {@code path}, {@code query} or {@code header}
 */
record Parameter(String name, String place, String meaning) {
  static Parameter path(String name, String meaning) {
    return new Parameter(name, "path", meaning);
  }

  static Parameter query(String name, String meaning) {
    return new Parameter(name, "query", meaning);
  }

  static Parameter header(String name, String meaning) {
    return new Parameter(name, "header", meaning);
  }

  boolean isRequired() {
    return place.equals("path");
  }
}
