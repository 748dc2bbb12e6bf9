# Completion of belay for bash, as printed by: belay completion bash
_belay() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} second= i
  local options= files= folders= texts= words=
  COMPREPLY=()
  # Behind -- stands the command of a server.
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      if declare -F _command_offset >/dev/null; then
        _command_offset $((i + 1))
      elif ((i + 1 == COMP_CWORD)); then
        COMPREPLY=($(compgen -c -- "$cur"))
      else
        COMPREPLY=($(compgen -f -- "$cur"))
      fi
      return
    fi
  done
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "wrap serve import doctor token call tools turn chat ps logs cancel jobs job approvals watch console health config probe sweep completion help -h --help -V --version" -- "$cur"))
    return
  fi
  # bash takes --option=value for three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  if ((COMP_CWORD > 2)); then second=${COMP_WORDS[2]}; fi
  case "${COMP_WORDS[1]} $second" in
    "tools accept")
      options="--list -h --help"
      ;;
    "turn run")
      options="--json --mcp-config --url --config -h --help"
      files="--mcp-config --config"
      texts="--url"
      ;;
    "wrap "*)
      options="--timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --name --config -h --help"
      files="--config"
      texts="--timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --name"
      ;;
    "serve "*)
      options="--host --port --no-auth --log -q --quiet -v --verbose --samples --root --server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --config --mcp-config --url --header --allowed-hosts --allowed-origins --trusted-proxies --max-body-bytes --memory-percent --max-sessions --max-sessions-per-peer --max-in-flight --max-in-flight-per-session --max-connections --rate-limit --session-idle-timeout --resume-for --drain-timeout --sse-comment-interval --request-read-timeout --body-timeout --connection-idle-timeout --question-timeout -h --help"
      files="--config --mcp-config"
      folders="--root"
      texts="--host --port --log --samples --server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --url --header --allowed-hosts --allowed-origins --trusted-proxies --max-body-bytes --memory-percent --max-sessions --max-sessions-per-peer --max-in-flight --max-in-flight-per-session --max-connections --rate-limit --session-idle-timeout --resume-for --drain-timeout --sse-comment-interval --request-read-timeout --body-timeout --connection-idle-timeout --question-timeout"
      ;;
    "import "*)
      options="--serve --undo --force --yes --dry-run --belay --config -h --help"
      files="--belay --config"
      ;;
    "doctor "*)
      options="--start --no-start --timeout --json --config -h --help"
      files="--config"
      texts="--timeout"
      ;;
    "token "*)
      options="--role --keep-newest --yes --quiet --json --config -h --help"
      files="--config"
      texts="--role"
      ;;
    "call "*)
      options="--args --json --detach --attach --server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --config --mcp-config --url --header -h --help"
      files="--config --mcp-config"
      texts="--args --attach --server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --url --header"
      ;;
    "tools "*)
      options="--json --lint --server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --config --mcp-config --url --header -h --help"
      files="--config --mcp-config"
      texts="--server --name --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --url --header"
      words="accept"
      ;;
    "turn "*)
      words="run"
      ;;
    "chat "*)
      options="--agent --session --mcp-config --url --config -h --help"
      files="--mcp-config --config"
      texts="--agent --session --url"
      ;;
    "ps "*)
      options="-a --all --json -q --quiet --watch --url --config -h --help"
      files="--config"
      texts="--url"
      ;;
    "logs "*)
      options="-f --follow -n --lines --json --url --config -h --help"
      files="--config"
      texts="-n --lines --url"
      ;;
    "cancel "*)
      options="--all --processes --reason --url --config -h --help"
      files="--config"
      texts="--reason --url"
      ;;
    "jobs "*)
      options="-a --all --tool --principal --estimates --json -q --quiet -w --watch --url --config -h --help"
      files="--config"
      texts="--tool --principal --url"
      ;;
    "job "*)
      options="--wait --reason --json --url --config -h --help"
      files="--config"
      texts="--wait --reason --url"
      words="show result cancel"
      ;;
    "approvals "*)
      options="-a --all --scope --for --reason --json -q --quiet -w --watch -i --interactive --url --config -h --help"
      files="--config"
      texts="--scope --for --reason --url"
      words="list show approve deny rules revoke"
      ;;
    "watch "*)
      options="--url --config -h --help"
      files="--config"
      texts="--url"
      ;;
    "console "*)
      options="--url --config -h --help"
      files="--config"
      texts="--url"
      ;;
    "health "*)
      options="--json --url --config -h --help"
      files="--config"
      texts="--url"
      ;;
    "config "*)
      options="--name --tool --host --port --no-auth --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --config --mcp-config --url --header --allowed-hosts --allowed-origins --trusted-proxies --max-body-bytes --memory-percent --max-sessions --max-sessions-per-peer --max-in-flight --max-in-flight-per-session --max-connections --rate-limit --session-idle-timeout --resume-for --drain-timeout --sse-comment-interval --request-read-timeout --body-timeout --connection-idle-timeout --question-timeout -h --help"
      files="--config --mcp-config"
      texts="--name --tool --host --port --timeout --idle-timeout --isolation --era --on-ignored-cancel --spares --startup-timeout --cancel-grace --env --url --header --allowed-hosts --allowed-origins --trusted-proxies --max-body-bytes --memory-percent --max-sessions --max-sessions-per-peer --max-in-flight --max-in-flight-per-session --max-connections --rate-limit --session-idle-timeout --resume-for --drain-timeout --sse-comment-interval --request-read-timeout --body-timeout --connection-idle-timeout --question-timeout"
      words="show check approvals schema"
      ;;
    "probe "*)
      options="--timeout-secs --sequential-samples --sequential-sleep-ms --bench-small-total --bench-small-concurrency --bench-large-total --bench-large-concurrency --log-file --allow-request-errors --json --json-out --base-url --url --server --config --mcp-config --header --env -h --help"
      files="--log-file --json-out --config --mcp-config"
      texts="--timeout-secs --sequential-samples --sequential-sleep-ms --bench-small-total --bench-small-concurrency --bench-large-total --bench-large-concurrency --base-url --url --server --header --env"
      ;;
    "sweep "*)
      options="--total --concurrency-values --rate --max-in-flight --p95-slo-ms --p99-slo-ms --timeout-secs --warmup-calls --tool --args --allow-request-errors --json --json-out --markdown-out --html-out --reports --save-baseline --baseline --baseline-alpha --tolerance-factor --tolerance-ms --compare --base-url --url --server --config --mcp-config --header --env -h --help"
      files="--json-out --markdown-out --html-out --compare --config --mcp-config"
      folders="--reports"
      texts="--total --concurrency-values --rate --max-in-flight --p95-slo-ms --p99-slo-ms --timeout-secs --warmup-calls --tool --args --save-baseline --baseline --baseline-alpha --tolerance-factor --tolerance-ms --base-url --url --server --header --env"
      ;;
    "completion "*)
      options="-h --help"
      words="bash zsh fish"
      ;;
    "help "*)
      options="--man"
      words="wrap serve import doctor token call tools turn chat ps logs cancel jobs job approvals watch console health config probe sweep completion help limits clients exit-codes files"
      ;;
    *) return ;;
  esac
  if [[ " $files " == *" $prev "* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
  elif [[ " $folders " == *" $prev "* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -d -- "$cur"))
  elif [[ " $texts " == *" $prev "* ]]; then
    return
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $words ]]; then
    if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -F _belay belay
