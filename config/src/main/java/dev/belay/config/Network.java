package dev.belay.config;

/** The network in which an address that Belay asks by itself may be, beside this machine. */
public enum Network {
  /** A public address. */
  PUBLIC,
  /** A private network as well. */
  PRIVATE
}
