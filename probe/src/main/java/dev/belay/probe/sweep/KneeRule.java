package dev.belay.probe.sweep;

import java.util.Locale;

/** The two ways in which a server shows that it is full. */
public enum KneeRule {
  /** At one point p95 is 1.8 times as long while throughput falls by a fifth, and stays there. */
  CLIFF("p95 rose to 1.8 times or more while throughput fell by a fifth or more, for good"),
  /** More load brings nearly no more throughput, at no later point either, while p95 rises. */
  GRADUAL("throughput grew by less than 5 % of the added load, from there on, while p95 rose");

  private final String text;

  KneeRule(String text) {
    this.text = text;
  }

  /** {@return what it saw, for people} */
  public String text() {
    return text;
  }

  /** {@return its name in JSON} */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
