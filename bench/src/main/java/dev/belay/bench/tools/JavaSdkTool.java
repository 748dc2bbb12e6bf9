package dev.belay.bench.tools;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** The same tool with the Java SDK: on standard streams, or over HTTP in its servlet in Tomcat. */
public final class JavaSdkTool {
  private static final String ENDPOINT = "/mcp";

  private JavaSdkTool() {}

  /**
   * Serves at 127.0.0.1 and the port given as the only argument; without one, on standard streams.
   */
  public static void main(String... arguments) throws LifecycleException {
    if (arguments.length == 0) {
      var streams = new StdioServerTransportProvider(McpJsonDefaults.getMapper());
      var _ = withTool(McpServer.sync(streams)).build();
    } else {
      serve(Integer.parseInt(arguments[0]));
    }
  }

  private static void serve(int port) throws LifecycleException {
    var servlet =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(McpJsonDefaults.getMapper())
            .mcpEndpoint(ENDPOINT)
            .build();
    // On the servlet's own thread, the faster of the SDK's two ways.
    var _ = withTool(McpServer.sync(servlet)).immediateExecution(true).build();
    var tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(port);
    var context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
    context.addServletMappingDecoded(ENDPOINT, "mcp");
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    // Connections are kept for as long as the load lasts.
    tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static <S extends SyncSpecification<S>> SyncSpecification<S> withTool(
      SyncSpecification<S> server) {
    var text = Map.<String, Object>of("type", "string", "description", "what to give back");
    var input =
        Map.<String, Object>of(
            "type", "object", "properties", Map.of("text", text), "required", List.of("text"));
    var echo =
        Tool.builder("echo", input)
            .description("Gives back what it is given.")
            .annotations(ToolAnnotations.builder().readOnlyHint(true).idempotentHint(true).build())
            .build();
    return server
        .serverInfo("one-tool", "1.0.0")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .toolCall(
            echo,
            (_, call) ->
                CallToolResult.builder()
                    .addTextContent(String.valueOf(call.arguments().get("text")))
                    .build());
  }
}
