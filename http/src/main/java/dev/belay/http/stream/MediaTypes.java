package dev.belay.http.stream;

import dev.belay.http.route.Request;
import java.util.List;

/** The content headers of a request: its own encoding, and the accepted types. */
final class MediaTypes {
  private static final String JSON = "application/json";
  private static final String EVENTS = "text/event-stream";
  private static final String ANY = "*/*";

  private MediaTypes() {}

  /** {@return whether the body is compressed, or otherwise encoded} */
  static boolean isEncoded(Request request) {
    var value = request.header("content-encoding");
    return value != null && !value.strip().equalsIgnoreCase("identity");
  }

  /** {@return whether the client accepts events} */
  static boolean acceptsEvents(Request request) {
    return lists(request, EVENTS, EVENTS);
  }

  /** {@return whether the client accepts both forms of an answer to a POST} */
  static boolean acceptsBoth(Request request) {
    return lists(request, JSON, ANY) && lists(request, EVENTS, ANY);
  }

  private static boolean lists(Request request, String type, String orType) {
    for (var value : request.headers().getOrDefault("accept", List.of())) {
      if (lists(value, type) || lists(value, orType)) {
        return true;
      }
    }
    return false;
  }

  /** Searched in place, without splitting: every request has such a list. */
  private static boolean lists(String value, String type) {
    int start = 0;
    while (start <= value.length()) {
      int comma = value.indexOf(',', start);
      int end = comma < 0 ? value.length() : comma;
      int semicolon = value.indexOf(';', start);
      if (isNamed(value, start, semicolon < 0 ? end : Math.min(semicolon, end), type)) {
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean isNamed(String value, int from, int to, String type) {
    int start = from;
    int end = to;
    while (start < end && Character.isWhitespace(value.charAt(start))) {
      start++;
    }
    while (end > start && Character.isWhitespace(value.charAt(end - 1))) {
      end--;
    }
    return end - start == type.length()
        && value.regionMatches(/* ignoreCase= */ true, start, type, 0, type.length());
  }
}
