package dev.belay.cli.wrap;

/** What {@code belay wrap --help} prints; by hand, since no library is loaded for {@code wrap}. */
final class WrapHelp {
  static final String TEXT =
      """
      Usage: belay wrap [OPTIONS] [--] COMMAND...

      Runs an MCP server behind this process's own stdin and stdout, every call of it on a rope:
      it ends in time, cancel means cancelled, and no process is left behind. This is what an MCP
      client's configuration starts, in place of COMMAND.

      Options, all times in seconds or as 500ms, 5m, 2h:
            --timeout=S          longest that a call of any tool may take in all (1800; 0 = no limit)
            --idle-timeout=S     longest silence between signs of progress (300; 0 = no limit)
                                 both stand over what the configuration says about some tools
            --isolation=MODE     one process for: shared, session (same with one client), call (shared)
            --era=ERA            which MCP to speak with it: legacy, modern, auto: each client's (auto)
            --on-ignored-cancel=MODE  a process that ignored a stop: replace, tell (replace)
            --spares=N           processes kept ready with --isolation call (1)
            --startup-timeout=S  how long the server may take to start (60)
            --cancel-grace=S     pause between TERM and KILL (2)
            --env=NAME=VALUE     a variable for the server's environment; may be repeated
            --name=NAME          what to call the server in messages (its program's name)
            --config=FILE        the configuration (belay.yaml here, if there is one)
        -h, --help               show this help

      Exit codes: 0 the client has left, 2 the options or the configuration are wrong.

      Examples:
        belay wrap -- npx -y @modelcontextprotocol/server-filesystem .
        belay wrap --timeout 60 --idle-timeout 20 -- python3 my_server.py
        belay wrap --isolation call -- ./legacy-server

      In .mcp.json:
        "files": { "command": "belay", "args": ["wrap", "--", "npx", "-y", "some-mcp-server"] }
      """;

  private WrapHelp() {}
}
