package dev.belay.cli;

/** What {@code belay --help} prints. */
final class Help {
  static final String TEXT =
      """
      Usage: belay COMMAND [OPTIONS]

      Runs every call of an MCP server's tools on a rope: it ends in time, cancel means cancelled,
      and no process is left behind.

      Commands:
        wrap    run an MCP server, governed, behind this process's own stdin and stdout
        serve   stand before an MCP server for any number of clients over HTTP
        call    make one governed call of a tool and print its result
        tools   list a server's tools, with their sizes and lint; accept changed ones
        turn    run the calls of one message of a model, from a file
        chat    talk to an agent of a gateway
        ps      list the calls that run on a gateway
        cancel  end calls on a gateway
        watch   show a gateway on the whole screen, with a key to cancel
        health  show how a gateway and its servers do
        config  show the effective configuration, or check it
        probe   look at a server once: health, payload, latency, log
        sweep   measure how much load a server bears, and recommend a cap
        help    explain a command

      Options:
        -h, --help     show this help
        -V, --version  show the version

      Examples:
        belay wrap -- npx -y @modelcontextprotocol/server-filesystem .
        belay serve -- npx -y @modelcontextprotocol/server-everything
        belay call echo message=hello -- npx -y @modelcontextprotocol/server-everything
        belay tools -- npx -y @modelcontextprotocol/server-everything
        belay turn run turn.json
        belay chat 'read notes.txt'
        belay ps --watch
        belay config check
        belay sweep --base-url http://127.0.0.1:3002 --p95-slo-ms 400

      belay COMMAND --help tells more.
      """;

  private Help() {}
}
