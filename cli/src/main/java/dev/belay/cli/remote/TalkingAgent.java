package dev.belay.cli.remote;

/** An agent that can be talked to on a gateway, with its model and who answers for that. */
public record TalkingAgent(String agentId, String model, String provider) {
  /** {@return the agent on one line} */
  public String line() {
    return CallRow.line(agentId + " (" + provider + " " + model + ")");
  }
}
