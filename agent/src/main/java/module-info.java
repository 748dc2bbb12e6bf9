/** Agents: the turn loop with a model, its history, providers and chat API. */
module dev.belay.agent {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.config;
  requires transitive dev.belay.core;
  requires transitive dev.belay.gateway;
  requires transitive dev.belay.http;
  requires dev.belay.mcp;
  requires transitive dev.belay.tools;
  requires java.net.http;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires tools.jackson.databind;

  exports dev.belay.agent.chat;
  exports dev.belay.agent.delegate;
  exports dev.belay.agent.history;
  exports dev.belay.agent.loop;
  exports dev.belay.agent.model;
  exports dev.belay.agent.model.provider;
  exports dev.belay.agent.model.script;
  exports dev.belay.agent.session;
}
