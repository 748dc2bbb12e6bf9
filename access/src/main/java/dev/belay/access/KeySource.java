package dev.belay.access;

import java.io.IOException;

/** The source of an authorization server's keys. */
@FunctionalInterface
interface KeySource {
  /**
   * {@return the JWK set, as JSON}
   *
   * @throws IOException if it is not available now; the message gives the reason
   */
  String fetch() throws IOException, InterruptedException;
}
