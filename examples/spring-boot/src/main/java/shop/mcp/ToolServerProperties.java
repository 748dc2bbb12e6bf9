package shop.mcp;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where tools are served.
 *
 * @param name what clients are told
 * @param port 0 is any that is free
 */
@ConfigurationProperties("tools.server")
record ToolServerProperties(@DefaultValue("tools") String name, @DefaultValue("3002") int port) {}
