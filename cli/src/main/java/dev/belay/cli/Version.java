package dev.belay.cli;

/** Names this release, as {@code belay --version} and the protocol's {@code serverInfo} tell it. */
final class Version {

  static final String NUMBER = "0.1.0";

  private Version() {}
}
