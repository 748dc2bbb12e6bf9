package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Status lines, made once. */
final class Statuses {
  private static final byte[][] LINES = new byte[600][];

  static {
    for (int status = 200; status < LINES.length; status++) {
      LINES[status] = ("HTTP/1.1 " + status + " " + phrase(status) + "\r\n").getBytes(US_ASCII);
    }
  }

  private Statuses() {}

  /** {@return true for a status that can end an exchange} */
  static boolean isFinal(int status) {
    return status >= 200 && status < LINES.length;
  }

  /** {@return true if an answer with that status never has a body (RFC 9110 §6.4.1)} */
  static boolean isBodiless(int status) {
    return status == 204 || status == 304;
  }

  static byte[] line(int status) {
    return LINES[status];
  }

  /** Nobody reads it but people with a packet dump; what is not here goes without. */
  private static String phrase(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 202 -> "Accepted";
      case 204 -> "No Content";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 415 -> "Unsupported Media Type";
      case 417 -> "Expectation Failed";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 503 -> "Service Unavailable";
      case 505 -> "HTTP Version Not Supported";
      default -> "";
    };
  }
}
