package dev.belay.cli.shell;

/**
 * Names this release as {@code belay --version} and the protocol's {@code serverInfo} report it.
 */
public final class Version {

  /** The number alone. */
  public static final String NUMBER = "0.1.0";

  private Version() {}
}
