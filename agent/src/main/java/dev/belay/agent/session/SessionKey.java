package dev.belay.agent.session;

/**
 * Names one conversation.
 *
 * @param principal whose it is: nobody else can see it
 * @param agent who answers
 * @param session the name that its owner gave it
 */
public record SessionKey(String principal, String agent, String session) {}
