package dev.belay.access;

import java.io.IOException;

/** Where the keys of an authorization server are. */
@FunctionalInterface
interface KeySource {
  /**
   * {@return its JWK set, as JSON}
   *
   * @throws IOException if there is none to be had now; the message says why
   */
  String fetch() throws IOException, InterruptedException;
}
