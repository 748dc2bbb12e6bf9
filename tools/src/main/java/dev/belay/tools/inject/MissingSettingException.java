package dev.belay.tools.inject;

/** Thrown when a tool needs a setting that is not set, or not visible to it. */
public final class MissingSettingException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  MissingSettingException(String key) {
    super("The setting " + key + " is missing, or not among the tool's injectSettings.");
  }
}
