package dev.belay.gateway.job;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Belay's own tools for MCP clients: those of jobs, and others. Safe for use by many threads. */
final class BuiltInTools {
  private final Map<String, BuiltInTool> ofJobs;
  private final Map<String, BuiltInTool> others;
  private final McpServer server;

  BuiltInTools(JobTools jobs, List<BuiltInTool> others) {
    ofJobs = byName(jobs.all());
    this.others = byName(others);
    var builder = jobs.tasks(McpServer.named("belay", "1"));
    all().forEach(tool -> builder.tool(tool.definition(), tool.handler()));
    server = builder.build();
  }

  private static Map<String, BuiltInTool> byName(List<BuiltInTool> tools) {
    var named = new LinkedHashMap<String, BuiltInTool>();
    tools.forEach(tool -> named.put(tool.name(), tool));
    return named;
  }

  private Stream<BuiltInTool> all() {
    return Stream.concat(ofJobs.values().stream(), others.values().stream());
  }

  /** {@return whether one of those of jobs has that name, which a server's own tool may take} */
  boolean areOfJobs(String name) {
    return ofJobs.containsKey(name);
  }

  /**
   * {@return whether one of the others has that name and is offered: no server's tool may take its
   * place, and decide in the name of people}
   */
  boolean areOthers(String name) {
    var tool = others.get(name);
    return tool != null && tool.isOffered().getAsBoolean();
  }

  /**
   * {@return the names of those that are offered now}
   *
   * @param areJobs whether those of jobs may be
   */
  Set<String> offered(boolean areJobs) {
    return (areJobs ? all() : others.values().stream())
        .filter(tool -> tool.isOffered().getAsBoolean())
        .map(BuiltInTool::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** {@return the list of the tools of servers, with those of these names at its end} */
  byte[] appended(List<byte[]> ofServers, Set<String> names) {
    var list = new ArrayList<>(ofServers);
    all().filter(tool -> names.contains(tool.name())).forEach(tool -> list.add(tool.definition()));
    return JsonArray.of(list);
  }

  /** {@return what serves them to one client} */
  Conversation open(ClientLink client) {
    return server.open(client);
  }
}
