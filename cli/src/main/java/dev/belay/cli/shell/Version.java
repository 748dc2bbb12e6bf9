package dev.belay.cli.shell;

/** This release, as reported by {@code belay --version} and the protocol's {@code serverInfo}. */
public final class Version {

  /** The version number. */
  public static final String NUMBER = "0.1.0";

  private Version() {}
}
