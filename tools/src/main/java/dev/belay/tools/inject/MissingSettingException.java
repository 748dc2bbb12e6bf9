package dev.belay.tools.inject;

/** A tool needs a setting that nobody set, or may not see. */
public final class MissingSettingException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  MissingSettingException(String key) {
    super("The setting " + key + " is missing, or not among the tool's injectSettings.");
  }
}
