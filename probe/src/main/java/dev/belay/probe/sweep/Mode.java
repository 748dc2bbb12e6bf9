package dev.belay.probe.sweep;

import java.util.Locale;

/** What is raised from point to point. */
public enum Mode {
  /** A number of clients, each of which waits for its answer before it asks anew. */
  CLOSED("concurrency", "Concurrency"),
  /** A number of requests a second, whatever becomes of them. */
  OPEN("rate", "Rate (1/s)");

  private final String key;
  private final String title;

  Mode(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** {@return what the load is called in JSON} */
  public String key() {
    return key;
  }

  /** {@return what the load is called over a column} */
  public String title() {
    return title;
  }

  /** {@return its name in JSON} */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
