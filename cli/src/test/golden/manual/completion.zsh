#compdef belay
# Completion of belay for zsh, as printed by: belay completion zsh
_belay() {
  local end=${words[(i)--]} state line
  typeset -A opt_args
  # Behind -- stands the command of a server.
  if (( end < CURRENT )); then
    words=("${(@)words[end+1,-1]}")
    (( CURRENT -= end ))
    _normal
    return
  fi
  _arguments -C \
    '(- *)'{-h,--help}'[show this help]' \
    '(- *)'{-V,--version}'[show the version]' \
    '1:command:->command' \
    '*::argument:->argument' && return
  case $state in
    command)
      local -a commands=(
        'wrap:run an MCP server, governed, behind this process'\''s own stdin and stdout'
        'serve:serve MCP servers to any number of clients over HTTP'
        'import:have the clients of this machine start their servers by Belay'
        'doctor:look at clients, their servers, the configuration and this machine'
        'token:make, list and revoke tokens of clients'
        'call:make one governed call of a tool and print its result'
        'tools:list a server'\''s tools, with their sizes and lint; accept changed ones'
        'turn:run the calls of one message of a model, from a file'
        'chat:talk to an agent of a gateway'
        'ps:list the calls that run on a gateway, and those that ended'
        'logs:tell what has happened on a gateway, to one call or behind one server'
        'cancel:end calls on a gateway'
        'jobs:list the calls on a gateway that outlive the requests that began them'
        'job:show one of them, print its result, or stop it'
        'approvals:decide on calls that wait for a person'\''s yes'
        'watch:show a gateway on the whole screen, with a key to cancel'
        'console:print a link to a gateway'\''s pages in a browser'
        'health:show the state of a gateway and its servers'
        'config:show the effective configuration, or check it'
        'probe:look at a server once: health, payload, latency, log'
        'sweep:measure how much load a server bears, and recommend a cap'
        'completion:print what bash, zsh or fish need to complete command lines'
        'help:explain a command, or one of the topics of belay help topics'
      )
      _describe command commands
      ;;
    argument)
      if (( CURRENT > 2 )); then
        case "$words[1] $words[2]" in
          "tools accept") shift words; (( CURRENT-- )); _arguments '--list[show what has changed, and accept nothing]' \
            '(-h --help)-h[show this help]' \
            '(-h --help)--help[show this help]' \
            '*:file:_files'; return ;;
          "turn run") shift words; (( CURRENT-- )); _arguments '--json[print the whole answer as JSON]' \
            '*--mcp-config=[start the servers of this client'\''s file; may be repeated]:FILE:_files' \
            '--url=[where it listens (http.host and http.port)]:URL: ' \
            '--config=[the configuration (belay.yaml here)]:FILE:_files' \
            '(-h --help)-h[show this help]' \
            '(-h --help)--help[show this help]' \
            '*:file:_files'; return ;;
        esac
      fi
      case $words[1] in
        wrap) _arguments '--timeout=[longest that a call of any tool may take in all (1800; 0 = no limit)]:S: ' \
          '--idle-timeout=[longest silence between signs of progress (300; 0 = no limit); both override what the configuration says about some tools]:S: ' \
          '--isolation=[one process for\: shared, session (same with one client), call (shared)]:MODE: ' \
          '--era=[which MCP to speak with it\: legacy, modern, auto\: each client'\''s (auto)]:ERA: ' \
          '--on-ignored-cancel=[a process that ignored a stop\: replace, tell (replace)]:MODE: ' \
          '--spares=[processes kept ready with --isolation call (1)]:N: ' \
          '--startup-timeout=[how long the server may take to start (60)]:S: ' \
          '--cancel-grace=[pause between TERM and KILL (2)]:S: ' \
          '--env=[a variable for the server'\''s environment; may be repeated]:NAME=VALUE: ' \
          '--name=[what to call the server in messages (its program'\''s name)]:NAME: ' \
          '--config=[the configuration (belay.yaml here, if there is one)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        serve) _arguments '--host=[address of this machine to listen at (127.0.0.1)]:HOST: ' \
          '--port=[port to listen at; 0 = any free one (3002)]:PORT: ' \
          '--no-auth[serve without tokens, on loopback only]' \
          '--log=[lines on standard error\: text, json (text)]:FORM: ' \
          '(-q --quiet)-q[log only what needs a person\: servers that fail, and warnings]' \
          '(-q --quiet)--quiet[log only what needs a person\: servers that fail, and warnings]' \
          '(-v --verbose)-v[log also the load, and more of each call]' \
          '(-v --verbose)--verbose[log also the load, and more of each call]' \
          '--samples=[sample tools\: none, basic, or all, which adds exec and delete_file (basic if there is no server)]:WHICH: ' \
          '*--root=[a folder that sample tools may use (this one); may be repeated]:DIR:_files -/' \
          '*--server=[only this one of the configuration; may be repeated]:NAME: ' \
          '--name=[what to call the server in messages]:NAME: ' \
          '--timeout=[longest that a call of any tool may take in all (1800; 0 = no limit)]:S: ' \
          '--idle-timeout=[longest silence between signs of progress (300; 0 = no limit)]:S: ' \
          '--isolation=[one process for\: shared, session (same with one client), call (shared)]:MODE: ' \
          '--era=[which MCP to speak with it\: legacy, modern, auto\: each client'\''s (auto)]:ERA: ' \
          '--on-ignored-cancel=[a process that ignored a stop\: replace, tell (replace)]:MODE: ' \
          '--spares=[processes kept ready with --isolation call (1)]:N: ' \
          '--startup-timeout=[how long the server may take to start (60)]:S: ' \
          '--cancel-grace=[pause between TERM and KILL (2)]:S: ' \
          '*--env=[a variable for the server'\''s environment; may be repeated]:NAME=VALUE: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '--url=[a server that runs already; no -- CMD]:URL: ' \
          '*--header=[sent to it with every request; null is a variable; may be repeated]:'\''NAME\: VALUE'\'': ' \
          '--allowed-hosts=[additional host names that clients may use]:TEXT,...: ' \
          '--allowed-origins=[additional origins of web pages that may call]:TEXT,...: ' \
          '--trusted-proxies=[proxies trusted to report the addresses of clients]:TEXT,...: ' \
          '--max-body-bytes=[longest request (4 MiB)]:SIZE: ' \
          '--memory-percent=[percentage of the heap for clients (25)]:N: ' \
          '--max-sessions=[sessions of clients up to 2025-11-25 (10000)]:N: ' \
          '--max-sessions-per-peer=[sessions of one principal, or else of one address (1000)]:N: ' \
          '--max-in-flight=[requests that wait for their answers (20000)]:N: ' \
          '--max-in-flight-per-session=[those of one session, principal or address (1000)]:N: ' \
          '--max-connections=[open connections (20000)]:N: ' \
          '--rate-limit=[requests of one principal in a time, such as 100/1m or 5/s; 0 = no limit (0)]:N/TIME: ' \
          '--session-idle-timeout=[life of an unused session; 0 = for ever (1800)]:S: ' \
          '--resume-for=[how long calls outlive a broken stream; 0 = not at all (60)]:S: ' \
          '--drain-timeout=[time that running calls have at a stop; 0 = none (10)]:S: ' \
          '--sse-comment-interval=[pause between comments on a silent stream; 0 = none (15)]:S: ' \
          '--request-read-timeout=[longest arrival of a request; 0 = no limit (10)]:S: ' \
          '--body-timeout=[longest arrival of a whole body; 0 = no limit (60)]:S: ' \
          '--connection-idle-timeout=[life of an unused connection; 0 = for ever (75)]:S: ' \
          '--question-timeout=[life of a server'\''s question; 0 = that of its call (600)]:S: ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        import) _arguments '--serve[put all servers behind one URL, that of belay serve]' \
          '--undo[put each file back as it was before the last import]' \
          '--force[with --undo\: also what was changed after the import]' \
          '--yes[write without asking]' \
          '--dry-run[show only what would change]' \
          '--belay=[how clients start Belay (the program running now)]:PATH:_files' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        doctor) _arguments '--start[start the servers of this folder'\''s files unasked]' \
          '--no-start[start no server]' \
          '--timeout=[how long a server may take to start, and to answer (20)]:S: ' \
          '--json[print JSON]' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        token) _arguments '--role=[admin\: sees and stops all callers'\'' calls (user)]:ROLE: ' \
          '--keep-newest[with revoke\: the last one of NAME stays]' \
          '--yes[add auth.tokens.file to belay.yaml without asking]' \
          '--quiet[with new\: print the token alone]' \
          '--json[with list\: print JSON]' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        call) _arguments '--args=[arguments as one object, below key=value]:JSON: ' \
          '--json[print the whole result as JSON]' \
          '--detach[print the id of a job and end; the gateway at --url goes on with the call]' \
          '--attach=[wait for that job of a gateway, and print its result]:ID: ' \
          '--server=[a server of the configuration; no -- CMD, no --url]:NAME: ' \
          '--name=[what to call the server in messages]:NAME: ' \
          '--timeout=[longest that a call of any tool may take in all (1800; 0 = no limit)]:S: ' \
          '--idle-timeout=[longest silence between signs of progress (300; 0 = no limit)]:S: ' \
          '--isolation=[one process for\: shared, session (same with one client), call (shared)]:MODE: ' \
          '--era=[which MCP to speak with it\: legacy, modern, auto\: each client'\''s (auto)]:ERA: ' \
          '--on-ignored-cancel=[a process that ignored a stop\: replace, tell (replace)]:MODE: ' \
          '--spares=[processes kept ready with --isolation call (1)]:N: ' \
          '--startup-timeout=[how long the server may take to start (60)]:S: ' \
          '--cancel-grace=[pause between TERM and KILL (2)]:S: ' \
          '*--env=[a variable for the server'\''s environment; may be repeated]:NAME=VALUE: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '--url=[a server that runs already; no -- CMD]:URL: ' \
          '*--header=[sent to it with every request; null is a variable; may be repeated]:'\''NAME\: VALUE'\'': ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        tools) _arguments '--json[print the catalog as JSON]' \
          '--lint[print what is odd, and what to do about it]' \
          '--server=[a server of the configuration; no -- CMD, no --url]:NAME: ' \
          '--name=[what to call the server in messages]:NAME: ' \
          '--timeout=[longest that a call of any tool may take in all (1800; 0 = no limit)]:S: ' \
          '--idle-timeout=[longest silence between signs of progress (300; 0 = no limit)]:S: ' \
          '--isolation=[one process for\: shared, session (same with one client), call (shared)]:MODE: ' \
          '--era=[which MCP to speak with it\: legacy, modern, auto\: each client'\''s (auto)]:ERA: ' \
          '--on-ignored-cancel=[a process that ignored a stop\: replace, tell (replace)]:MODE: ' \
          '--spares=[processes kept ready with --isolation call (1)]:N: ' \
          '--startup-timeout=[how long the server may take to start (60)]:S: ' \
          '--cancel-grace=[pause between TERM and KILL (2)]:S: ' \
          '*--env=[a variable for the server'\''s environment; may be repeated]:NAME=VALUE: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '--url=[a server that runs already; no -- CMD]:URL: ' \
          '*--header=[sent to it with every request; null is a variable; may be repeated]:'\''NAME\: VALUE'\'': ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '1:word:(accept)' ;;
        turn) _arguments '1:word:(run)' ;;
        chat) _arguments '--agent=[the agent to talk to (the first one)]:NAME: ' \
          '--session=[continue the conversation of this name]:ID: ' \
          '*--mcp-config=[start the servers of this client'\''s file; may be repeated]:FILE:_files' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        ps) _arguments '(-a --all)-a[those that have ended too, the newest first]' \
          '(-a --all)--all[those that have ended too, the newest first]' \
          '--json[print what GET /api/calls says; with -a, /api/history too]' \
          '(-q --quiet)-q[print the ids alone]' \
          '(-q --quiet)--quiet[print the ids alone]' \
          '--watch[print again every second, until Ctrl-C]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        logs) _arguments '(-f --follow)-f[go on with what happens, until Ctrl-C]' \
          '(-f --follow)--follow[go on with what happens, until Ctrl-C]' \
          '(-n --lines)-n+[how many of the newest events (200)]:N: ' \
          '(-n --lines)--lines=[how many of the newest events (200)]:N: ' \
          '--json[print each event as an object]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        cancel) _arguments '--all[every call that has not ended]' \
          '--processes[also end the processes that it has left behind]' \
          '--reason=[what the client and the log are told]:TEXT: ' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        jobs) _arguments '(-a --all)-a[those that have ended too]' \
          '(-a --all)--all[those that have ended too]' \
          '--tool=[only those of the tool with this name]:NAME: ' \
          '--principal=[only those of this principal]:NAME: ' \
          '--estimates[how long calls take, in place of the jobs]' \
          '--json[print what the API says]' \
          '(-q --quiet)-q[print the ids alone]' \
          '(-q --quiet)--quiet[print the ids alone]' \
          '(-w --watch)-w[print again every second, until Ctrl-C]' \
          '(-w --watch)--watch[print again every second, until Ctrl-C]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        job) _arguments '--wait=[with result\: how long to wait for it]:SECONDS: ' \
          '--reason=[with cancel\: what the log is told]:TEXT: ' \
          '--json[print what the gateway says]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '1:word:(show result cancel)' ;;
        approvals) _arguments '(-a --all)-a[with list\: those that are over too]' \
          '(-a --all)--all[with list\: those that are over too]' \
          '--scope=[what else it holds for\: once, same or tool]:SCOPE: ' \
          '--for=[with --scope same or tool\: how long it holds, such as 30m, 8h or 7d]:TIME: ' \
          '--reason=[what the model and the log are told]:TEXT: ' \
          '--json[print what the API says]' \
          '(-q --quiet)-q[with list\: print the ids alone]' \
          '(-q --quiet)--quiet[with list\: print the ids alone]' \
          '(-w --watch)-w[print again every second, until Ctrl-C]' \
          '(-w --watch)--watch[print again every second, until Ctrl-C]' \
          '(-i --interactive)-i[decide on the whole screen of the terminal]' \
          '(-i --interactive)--interactive[decide on the whole screen of the terminal]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '1:word:(list show approve deny rules revoke)' ;;
        watch) _arguments '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        console) _arguments '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        health) _arguments '--json[print what GET /health says]' \
          '--url=[where it listens (http.host and http.port)]:URL: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        config) _arguments '--name=[what to call the server of CMD or URL]:NAME: ' \
          '--tool=[with approvals\: what holds for that tool]:NAME: ' \
          '--host=[address of this machine to listen at (127.0.0.1)]:HOST: ' \
          '--port=[port to listen at; 0 = any free one (3002)]:PORT: ' \
          '--no-auth[serve without tokens, on loopback only]' \
          '--timeout=[longest that a call of any tool may take in all (1800; 0 = no limit)]:S: ' \
          '--idle-timeout=[longest silence between signs of progress (300; 0 = no limit)]:S: ' \
          '--isolation=[one process for\: shared, session (same with one client), call (shared)]:MODE: ' \
          '--era=[which MCP to speak with it\: legacy, modern, auto\: each client'\''s (auto)]:ERA: ' \
          '--on-ignored-cancel=[a process that ignored a stop\: replace, tell (replace)]:MODE: ' \
          '--spares=[processes kept ready with --isolation call (1)]:N: ' \
          '--startup-timeout=[how long the server may take to start (60)]:S: ' \
          '--cancel-grace=[pause between TERM and KILL (2)]:S: ' \
          '*--env=[a variable for the server'\''s environment; may be repeated]:NAME=VALUE: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '--url=[a server that runs already; no -- CMD]:URL: ' \
          '*--header=[sent to it with every request; null is a variable; may be repeated]:'\''NAME\: VALUE'\'': ' \
          '--allowed-hosts=[additional host names that clients may use]:TEXT,...: ' \
          '--allowed-origins=[additional origins of web pages that may call]:TEXT,...: ' \
          '--trusted-proxies=[proxies trusted to report the addresses of clients]:TEXT,...: ' \
          '--max-body-bytes=[longest request (4 MiB)]:SIZE: ' \
          '--memory-percent=[percentage of the heap for clients (25)]:N: ' \
          '--max-sessions=[sessions of clients up to 2025-11-25 (10000)]:N: ' \
          '--max-sessions-per-peer=[sessions of one principal, or else of one address (1000)]:N: ' \
          '--max-in-flight=[requests that wait for their answers (20000)]:N: ' \
          '--max-in-flight-per-session=[those of one session, principal or address (1000)]:N: ' \
          '--max-connections=[open connections (20000)]:N: ' \
          '--rate-limit=[requests of one principal in a time, such as 100/1m or 5/s; 0 = no limit (0)]:N/TIME: ' \
          '--session-idle-timeout=[life of an unused session; 0 = for ever (1800)]:S: ' \
          '--resume-for=[how long calls outlive a broken stream; 0 = not at all (60)]:S: ' \
          '--drain-timeout=[time that running calls have at a stop; 0 = none (10)]:S: ' \
          '--sse-comment-interval=[pause between comments on a silent stream; 0 = none (15)]:S: ' \
          '--request-read-timeout=[longest arrival of a request; 0 = no limit (10)]:S: ' \
          '--body-timeout=[longest arrival of a whole body; 0 = no limit (60)]:S: ' \
          '--connection-idle-timeout=[life of an unused connection; 0 = for ever (75)]:S: ' \
          '--question-timeout=[life of a server'\''s question; 0 = that of its call (600)]:S: ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '1:word:(show check approvals schema)' ;;
        probe) _arguments '--timeout-secs=[how long each answer may take (30)]:S: ' \
          '--sequential-samples=[requests one after the other (20)]:N: ' \
          '--sequential-sleep-ms=[pause between them (50)]:MS: ' \
          '--bench-small-total=[requests of the small bench; 0 = skip it (200)]:N: ' \
          '--bench-small-concurrency=[how many of them at once (40)]:N: ' \
          '--bench-large-total=[requests of the large bench; 0 = skip it (1000)]:N: ' \
          '--bench-large-concurrency=[how many of them at once (100)]:N: ' \
          '--log-file=[a log of the server; what is written meanwhile is counted]:FILE:_files' \
          '--allow-request-errors[exit 0 although requests failed]' \
          '--json[print the report as JSON]' \
          '--json-out=[also write it there as JSON]:FILE:_files' \
          '--base-url=[a server with /health; its endpoint is /mcp, or URL'\''s own path]:URL: ' \
          '--url=[the endpoint of a server, as it is]:URL: ' \
          '--server=[a server of the configuration; no -- CMD, no --url]:NAME: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '*--header=[sent with every request; null is a variable]:'\''NAME\: VALUE'\'': ' \
          '*--env=[a variable for the server'\''s environment]:NAME=VALUE: ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        sweep) _arguments '--total=[requests of each point (1000)]:N: ' \
          '--concurrency-values=[how many at once, a point each (40,80,120,160,200)]:N,...: ' \
          '--rate=[requests a second instead, without waiting for earlier ones]:R,...: ' \
          '--max-in-flight=[with --rate\: most under way at once (1000)]:N: ' \
          '--p95-slo-ms=[how slow one in twenty may be (400)]:MS: ' \
          '--p99-slo-ms=[how slow one in a hundred may be (800)]:MS: ' \
          '--timeout-secs=[how long each answer may take (30)]:S: ' \
          '--warmup-calls=[unmeasured calls of each client before each point (2)]:N: ' \
          '--tool=[call this tool instead of tools/list]:NAME: ' \
          '--args=[its arguments as one object ({})]:JSON: ' \
          '--allow-request-errors[exit 0 although requests failed]' \
          '--json[print the report as JSON]' \
          '--json-out=[write the report for programs]:FILE:_files' \
          '--markdown-out=[write the report for people]:FILE:_files' \
          '--html-out=[write the report as a page with curves]:FILE:_files' \
          '--reports=[write all three, into that folder (.run/reports)]:DIR:_files -/' \
          '--save-baseline=[keep the figures in .run/baselines, blended with older]:NAME: ' \
          '--baseline=[exit 1 where figures are worse than those kept]:NAME: ' \
          '--baseline-alpha=[weight of a new run in a baseline, 0 to 1 (0.35)]:A: ' \
          '--tolerance-factor=[this many times as slow still passes (2.0)]:F: ' \
          '--tolerance-ms=[this much slower still passes (40)]:MS: ' \
          '*--compare=[compare two JSON reports; exit 1 where the second is worse]:FILE:_files' \
          '--base-url=[a server with /health; its endpoint is /mcp, or URL'\''s own path]:URL: ' \
          '--url=[the endpoint of a server, as it is]:URL: ' \
          '--server=[a server of the configuration; no -- CMD, no --url]:NAME: ' \
          '--config=[the configuration (belay.yaml here)]:FILE:_files' \
          '*--mcp-config=[a client'\''s file with mcpServers; may be repeated]:FILE:_files' \
          '*--header=[sent with every request; null is a variable]:'\''NAME\: VALUE'\'': ' \
          '*--env=[a variable for the server'\''s environment]:NAME=VALUE: ' \
          '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '*:file:_files' ;;
        completion) _arguments '(-h --help)-h[show this help]' \
          '(-h --help)--help[show this help]' \
          '1:word:(bash zsh fish)' ;;
        help) _arguments '--man[print the whole manual as a page for man(1)]' \
          '1:word:(wrap serve import doctor token call tools turn chat ps logs cancel jobs job approvals watch console health config probe sweep completion help limits clients exit-codes files)' ;;
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _belay ]]; then _belay "$@"; else compdef _belay belay; fi
