package dev.belay.config;

/** Where the keys of an authorization server may be. */
public enum KeyNetwork {
  /** At an address that anybody can reach. */
  PUBLIC,
  /** In a private network as well. */
  PRIVATE
}
