-- One echo after the other in one session, each under an id of its own, and at the end one line for a program to read.
local head, tail
local id = 1000000000 -- of as many digits as there will ever be, so that the length stays the same

function init(args)
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["Accept"] = "application/json, text/event-stream"
  wrk.headers["Mcp-Session-Id"] = args[1]
  wrk.headers["MCP-Protocol-Version"] = "2025-11-25"
  local whole = wrk.format(nil, nil, nil, (args[2]:gsub("ID", tostring(id))))
  local first, last = whole:find(tostring(id), 1, true)
  head, tail = whole:sub(1, first - 1), whole:sub(last + 1)
end

function request()
  id = id + 1
  return head .. id .. tail
end

function done(summary, latency, requests)
  local failed = summary.errors
  io.write(string.format("figures %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failed.connect + failed.read + failed.write + failed.status + failed.timeout))
end
