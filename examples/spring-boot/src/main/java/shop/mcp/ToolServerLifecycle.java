package shop.mcp;

import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.RunningToolServer;
import dev.belay.tools.serve.ToolServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Serves tools while the application context runs: once all beans are there, and until before the
 * first of them goes. Calls that run then are cancelled and answered.
 */
public final class ToolServerLifecycle implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(ToolServerLifecycle.class);

  private final Tools tools;
  private final ToolServerProperties properties;
  private volatile RunningToolServer running;

  ToolServerLifecycle(Tools tools, ToolServerProperties properties) {
    this.tools = tools;
    this.properties = properties;
  }

  @Override
  public void start() {
    var server =
        ToolServer.http(tools)
            .named(properties.name(), "1.0.0")
            .port(properties.port())
            .report(LOG::info);
    try {
      running = server.start();
    } catch (IOException e) {
      throw new UncheckedIOException("No tools at port " + properties.port(), e);
    }
    LOG.info("tools are served at {}", url());
  }

  @Override
  public void stop() {
    running.close();
    running = null;
  }

  @Override
  public boolean isRunning() {
    return running != null;
  }

  /** Where clients find the tools, while they are served. */
  public String url() {
    return running.url();
  }
}
