package dev.belay.cli.clients;

import java.util.Map;
import java.util.TreeMap;

/** Files of clients as people have them, by their path below a home directory or a project. */
public final class Samples {
  private Samples() {}

  /** {@return all files by path; those of a user begin with {@code home/}} */
  public static Map<String, String> all() {
    var all = new TreeMap<String, String>();
    all.put(
        "project/.mcp.json",
        """
        {
          "mcpServers": {
            "files": {
              "command": "npx",
              "args": ["-y", "@modelcontextprotocol/server-filesystem", "."],
              "env": { "LOG": "1" }
            },
            "käse 🧀": {
              "type": "stdio",
              "command": "/usr/local/bin/k\\u00e4se",
              "args": []
            },
            "docs": { "type": "http", "url": "https://docs.example.com/mcp?key=0123" }
          }
        }
        """);
    all.put(
        "project/.cursor/mcp.json",
        "{\"mcpServers\":{\"a\":{\"command\":\"a\"},\"b\":{\"command\":\"b\",\"args\":[\"x\"]}}}");
    all.put(
        "project/.vscode/mcp.json",
        """
        // MCP servers of this workspace
        {
        \t"inputs": [
        \t\t{ "type": "promptString", "id": "key", "description": "API key", "password": true },
        \t],
        \t"servers": {
        \t\t/* search */
        \t\t"search": {
        \t\t\t"type": "stdio",
        \t\t\t"command": "uvx", // by uv
        \t\t\t"args": [
        \t\t\t\t// the package
        \t\t\t\t"mcp-search",
        \t\t\t\t"--key=${input:key}",
        \t\t\t],
        \t\t},
        \t\t"plain": {
        \t\t\t"command": "plain-server",
        \t\t},
        \t\t"remote": { "type": "sse", "url": "http://127.0.0.1:4000/sse" }, // at a URL
        \t},
        }
        """
            .replace("\n", "\r\n"));
    all.put(
        "home/.claude.json",
        """
        {
          "numStartups": 41,
          "projects": {
            "/work/one": {
              "allowedTools": [],
              "mcpServers": {
                "db": { "command": "db-server", "args": ["--url", "postgres://localhost/x"] }
              },
              "history": [{ "display": "{ \\"mcpServers\\": 1 }" }]
            },
            "/work/two": { "mcpServers": {}, "hasTrustDialogAccepted": true }
          },
          "mcpServers": {
            "github": {
              "type": "stdio",
              "command": "docker",
              "args": ["run", "-i", "--rm", "-e", "GITHUB_TOKEN", "ghcr.io/github/github-mcp-server"],
              "env": { "GITHUB_TOKEN": "ghp_abcdefghijklmnopqrstuvwxyz0123456789" }
            }
          }
        }\
        """);
    all.put(
        "home/.config/Claude/claude_desktop_config.json",
        """
        \uFEFF{
            "globalShortcut": "Ctrl+Space",
            "mcpServers": {
                "memory": {
                    "command": "cmd",
                    "args": ["/c", "npx", "-y", "@modelcontextprotocol/server-memory"]
                },
                "governed": {
                    "command": "/opt/belay/bin/belay",
                    "args": ["wrap", "--timeout", "60", "--", "uvx", "mcp-server-git"]
                }
            }
        }
        """
            .replace("\n", "\r\n"));
    all.put(
        "home/.codex/config.toml",
        """
        model = "gpt-5" # the model
        [projects."/work/one"]
        trust_level = "trusted"

        [mcp_servers.docs]
        command = 'npx'   # by Node
        args = ["-y", "docs-mcp"]
        startup_timeout_sec = 20

        # variables of docs
        [mcp_servers.docs.env]
        API_KEY = "value"

        [mcp_servers."plain one"]
        command = "plain"
        enabled = true

        [mcp_servers.many]
        args = [
          "--a",  # first
          "--b",
        ]
        command = "many"

        [mcp_servers.far]
        url = "https://far.example.com/mcp"

        [tui]
        theme = \"""dark
        [not.a.table]\"""
        """);
    all.put(
        "home/.gemini/settings.json",
        """
        {
          "theme": "GitHub",
          "mcpServers": {
            "py": { "args": ["-m", "server"], "command": "python3", "timeout": 5000, "trust": false },
            "web": { "httpUrl": "https://web.example.com/mcp", "headers": { "Authorization": "Bearer ${WEB}" } }
          }
        }
        """);
    return all;
  }
}
