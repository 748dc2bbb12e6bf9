package dev.belay.gateway.catalog;

/**
 * A URI with expressions such as {@code {id}} (RFC 6570), matched backwards and generously: a match
 * only selects a server, which checks the URI itself.
 */
final class UriPattern {
  private final String template;

  UriPattern(String template) {
    this.template = template;
  }

  /** {@return whether the template may expand to that URI} */
  boolean matches(String uri) {
    // Each expression is a run of any length; a match of all literals between them is enough.
    int at = template.indexOf('{');
    if (at < 0) {
      return uri.equals(template);
    }
    if (!uri.startsWith(template.substring(0, at))) {
      return false;
    }
    int from = at;
    while (at >= 0) {
      int end = template.indexOf('}', at);
      if (end < 0) {
        return false;
      }
      boolean crosses = end > at + 1 && "+#/?&;.".indexOf(template.charAt(at + 1)) >= 0;
      int next = template.indexOf('{', end);
      var literal = template.substring(end + 1, next < 0 ? template.length() : next);
      int found = find(uri, from, literal, next < 0, crosses);
      if (found < 0) {
        return false;
      }
      from = found + literal.length();
      at = next;
    }
    return true;
  }

  /** Returns the position of the literal that ends an expression; −1 if there is none. */
  private static int find(String uri, int from, String literal, boolean isLast, boolean crosses) {
    int at;
    if (isLast) {
      at = uri.endsWith(literal) ? uri.length() - literal.length() : -1;
    } else {
      at = uri.indexOf(literal, from);
    }
    if (at < from) {
      return -1;
    }
    boolean isEmpty = at == from;
    return crosses || (!isEmpty && uri.indexOf('/', from, at) < 0) ? at : -1;
  }
}
