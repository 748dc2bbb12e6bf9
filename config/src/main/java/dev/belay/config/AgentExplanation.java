package dev.belay.config;

import java.util.function.Consumer;

/** Lists the agents and models in force, also where none is configured; keys are not shown. */
record AgentExplanation(AgentsSettings settings, Origins origins, Consumer<Row> rows) {
  void list() {
    settings.models().forEach(this::model);
    settings.agents().forEach(this::agent);
  }

  private void model(ModelSettings model) {
    var path = AgentKeys.MODELS + "." + model.name() + ".";
    row(path, AgentKeys.PROVIDER, Choice.show(model.provider()));
    switch (model.provider()) {
      case SCRIPTED -> {
        var script = model.script();
        row(path, AgentKeys.SCRIPT, script == null ? "(built in)" : script.toString());
      }
      case ANTHROPIC, OPENAI, OLLAMA -> asked(path, model);
    }
    row(path, AgentKeys.MAX_TOKENS, Integer.toString(model.maxTokens()));
    row(path, AgentKeys.IDLE_TIMEOUT, Span.show(model.idleTimeout()));
    row(path, AgentKeys.MAX_ATTEMPTS, Integer.toString(model.maxAttempts()));
  }

  private void asked(String path, ModelSettings model) {
    row(path, AgentKeys.MODEL_ID, model.model());
    var url = model.baseUrl();
    if (url != null) {
      var key = path + AgentKeys.BASE_URL.name();
      put(key, HttpUrl.shown(origins.shown(key, url)), origins.of(key));
    }
    if (model.apiKey() != null) {
      var key = path + AgentKeys.API_KEY.name();
      put(key, Substitution.hidden(origins.shown(key, "")), origins.of(key));
    }
  }

  private void agent(AgentSettings agent) {
    var path = TurnKeys.AGENTS + "." + agent.name() + ".";
    inherited(path, AgentKeys.MODEL, agent.model());
    if (!agent.instructions().isEmpty()) {
      inherited(path, AgentKeys.INSTRUCTIONS, new Verbatim(agent.instructions()).shown());
    }
    if (!agent.tools().isEmpty()) {
      row(path, AgentKeys.TOOLS, Texts.show(agent.tools()));
    }
    inherited(path, AgentKeys.MAX_TOOL_LOOPS, Integer.toString(agent.maxToolLoops()));
  }

  private void inherited(String path, Key<?> key, String value) {
    var own = origins.of(path + key.name());
    var from = AgentKeys.DEFAULTS_PATH + "." + key.name();
    put(path + key.name(), value, own.equals(Origin.DEFAULT) ? origins.of(from) : own);
  }

  private void row(String path, Key<?> key, String value) {
    var name = path + key.name();
    put(name, origins.shown(name, value), origins.of(name));
  }

  private void put(String key, String value, Origin origin) {
    rows.accept(new Row(key, value, origin.toString()));
  }
}
