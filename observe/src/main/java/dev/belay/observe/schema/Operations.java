package dev.belay.observe.schema;

import dev.belay.observe.schema.DocumentedReply.Body;
import java.util.List;
import java.util.stream.Stream;

/** Table of all operations under {@code /api}, and of health and metrics. */
final class Operations {
  private static final Parameter TURN =
      Parameter.path("id", "A turnId; its colons may be percent-encoded.");
  private static final Parameter LAST_EVENT =
      Parameter.header(
          "Last-Event-ID", "The id of the last event got; the stream goes on behind it.");
  private static final DocumentedReply NO_TURN =
      DocumentedReply.refusal(404, "There is no such turn, or none of yours.");

  private Operations() {}

  /** {@return all operations} */
  static List<Operation> all() {
    return Stream.of(
            turns(),
            agents(),
            calls(),
            history(),
            jobs(),
            approvals(),
            servers(),
            session(),
            config(),
            schemas(),
            health())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Operation> turns() {
    return List.of(
        Operation.post("/api/turns", "runTurn", "Runs what one message of a model asked for.")
            .taking("turn-request")
            .answering(
                DocumentedReply.json(
                        200, "Every result at the end, or events as they come.", "turn-answer")
                    .or(Body.EVENTS, "turn-event"))
            .answering(DocumentedReply.refusal(400, "The body is no turn; where it is wrong."))
            .answering(
                DocumentedReply.refusal(409, "The parent does not run, or would wait for itself."))
            .answering(DocumentedReply.refusal(503, "Too many turns of yours run already.")),
        Operation.get("/api/turns/active", "activeTurns", "The turns that run.")
            .answering(DocumentedReply.json(200, "They, yours or all.", "active-turns")),
        Operation.get("/api/turns/{id}", "turn", "One turn, also for a while after its end.")
            .with(TURN)
            .answering(DocumentedReply.json(200, "How it stands.", "turn"))
            .answering(NO_TURN),
        Operation.get("/api/turns/{id}/events", "turnEvents", "The events of one turn.")
            .with(TURN)
            .with(LAST_EVENT)
            .answering(
                events("From the first one, or from where the reader left off.", "turn-event"))
            .answering(NO_TURN),
        Operation.post("/api/turns/{id}/abort", "abortTurn", "Stops all of a turn.")
            .with(TURN)
            .answering(DocumentedReply.json(200, "It is being stopped.", "abort-answer"))
            .answering(NO_TURN),
        Operation.post(
                "/api/turns/{id}/abort-tool/{toolId}",
                "abortTool",
                "Stops one call; the others go on.")
            .with(TURN)
            .with(Parameter.path("toolId", "The model's own name for the call."))
            .answering(DocumentedReply.json(200, "It is being stopped.", "abort-tool-answer"))
            .answering(
                DocumentedReply.refusal(404, "There is no such turn or call, or it has ended.")));
  }

  private static List<Operation> agents() {
    var session = Parameter.path("id", "The sessionId.");
    var agent =
        Parameter.query("agentId", "Whose conversation it is; without it the first agent's.");
    var unknown =
        DocumentedReply.refusal(404, "There is no such agent, or no such conversation of yours.");
    var busy = DocumentedReply.json(409, "The conversation is in use.", "busy-body");
    return List.of(
        Operation.post("/api/sessions/stream", "talk", "Says something to an agent of Belay's own.")
            .taking("session-stream-request")
            .answering(events("The events of its turn, what it says among them.", "turn-event"))
            .answering(DocumentedReply.refusal(400, "The body is no message; where it is wrong."))
            .answering(DocumentedReply.refusal(404, "There is no such agent."))
            .answering(busy)
            .answering(
                DocumentedReply.refusal(503, "Too many turns or conversations are under way.")),
        Operation.get("/api/agents", "agents", "The agents that can be talked to.")
            .answering(DocumentedReply.json(200, "They.", "agents")),
        Operation.get("/api/sessions/{id}", "session", "What was said in one conversation.")
            .with(session)
            .with(agent)
            .answering(DocumentedReply.json(200, "All of it.", "session"))
            .answering(unknown),
        Operation.delete("/api/sessions/{id}", "forgetSession", "Forgets one conversation.")
            .with(session)
            .with(agent)
            .answering(DocumentedReply.json(200, "It is forgotten.", "forget-answer"))
            .answering(unknown)
            .answering(busy));
  }

  private static List<Operation> calls() {
    return List.of(
        Operation.get("/api/calls", "calls", "What has not ended, the oldest first.")
            .answering(DocumentedReply.json(200, "The calls, yours or all.", "calls")),
        Operation.post("/api/calls/{id}/cancel", "cancelCall", "Ends one call; safe to repeat.")
            .with(Parameter.path("id", "The id of the call."))
            .perhapsTaking("cancel-request")
            .answering(
                DocumentedReply.json(200, "It has ended, by this or before.", "cancel-answer"))
            .answering(DocumentedReply.refusal(400, "The body is no JSON object."))
            .answering(DocumentedReply.refusal(404, "There is no such call, or none of yours.")),
        Operation.get("/api/events", "events", "What happens to calls, live.")
            .with(LAST_EVENT)
            .with(Parameter.query("after", "The same, for who cannot set headers."))
            .answering(events("From now on, or from where the reader left off.", "journal-event"))
            .answering(DocumentedReply.refusal(503, "Too many read already.")),
        Operation.get("/api/live", "liveRows", "What is going on, as rows and their changes.")
            .with(LAST_EVENT)
            .answering(events("All rows, or what changed since.", "live-event"))
            .answering(DocumentedReply.refusal(503, "Too many read already.")));
  }

  private static List<Operation> session() {
    return List.of(
        Operation.post("/api/session/link", "consoleLink", "Makes a link to the console.")
            .answering(DocumentedReply.json(200, "The code of the link.", "console-link"))
            .answering(DocumentedReply.refusal(403, "It is for the owner of the machine alone.")),
        Operation.post("/api/session", "signIn", "Trades the code of a link for a token.")
            .entered(Entry.OPEN)
            .taking("session-request")
            .answering(DocumentedReply.json(200, "A token, for twelve hours.", "session-token"))
            .answering(DocumentedReply.refusal(400, "The body is no short JSON object."))
            .answering(DocumentedReply.refusal(403, "The code was used, or is too old.")));
  }

  private static List<Operation> history() {
    var wrong = DocumentedReply.refusal(400, "A parameter is wrong; what it may be.");
    var store = DocumentedReply.refusal(503, "The store of jobs cannot be used now.");
    return List.of(
        Operation.get("/api/history", "history", "A page of calls that ended, the newest first.")
            .with(Parameter.query("limit", "How many at most, from 1 to 200; 50 without it."))
            .with(Parameter.query("before", "The next of the page before this one."))
            .with(
                Parameter.query("tool", "A glob as in tools; without * and ? a part of the name."))
            .with(Parameter.query("server", "Only those of the server with this name."))
            .with(
                Parameter.query(
                    "outcome",
                    "completed, error, failed, timed_out, cancelled, refused, or lost: a job whose"
                        + " program was killed."))
            .with(Parameter.query("cause", "Only those with this detail."))
            .with(Parameter.query("client", "Only those of the client with this name."))
            .with(Parameter.query("principal", "Only those of this one; others need admin."))
            .with(Parameter.query("since", "Only those that ended at this time or later."))
            .with(
                Parameter.query("q", "A part of the tool's name, the detail, or who cancelled it."))
            .answering(DocumentedReply.json(200, "The calls, yours or all.", "history"))
            .answering(wrong)
            .answering(store),
        Operation.get("/api/history/{id}", "historyOfCall", "What happened to one call.")
            .with(Parameter.path("id", "The id of the call."))
            .answering(DocumentedReply.json(200, "All that is remembered of it.", "history-call"))
            .answering(wrong)
            .answering(DocumentedReply.refusal(404, "None of yours is remembered."))
            .answering(store));
  }

  private static List<Operation> jobs() {
    var id = Parameter.path("id", "The id of the job, which is that of its call.");
    var unknown = DocumentedReply.refusal(404, "There is no such job, or none of yours.");
    var wrong = DocumentedReply.refusal(400, "A parameter is wrong; what it may be.");
    var isOpen = DocumentedReply.refusal(409, "It has not ended; how to wait for its end.");
    var store = DocumentedReply.refusal(503, "The store of jobs cannot be used now.");
    return List.of(
        Operation.get("/api/jobs", "jobs", "A page of jobs, the newest first.")
            .with(Parameter.query("limit", "How many at most, from 1 to 200; 50 without it."))
            .with(Parameter.query("before", "The next of the page before this one."))
            .with(Parameter.query("state", "Only those that are open, or ended."))
            .with(Parameter.query("tool", "Only those of the tool with this name."))
            .with(Parameter.query("principal", "Only those of this one; others need admin."))
            .answering(DocumentedReply.json(200, "The jobs, yours or all.", "jobs"))
            .answering(wrong)
            .answering(store),
        Operation.get("/api/jobs/estimates", "estimates", "How long calls take, by tool.")
            .answering(DocumentedReply.json(200, "What is known of each tool.", "estimates"))
            .answering(wrong),
        Operation.get("/api/jobs/{id}", "job", "One job, at once or when it has ended.")
            .with(id)
            .with(Parameter.query("wait", "For how many seconds to wait, from 0 to 60."))
            .answering(DocumentedReply.json(200, "The job, ended or not.", "job"))
            .answering(wrong)
            .answering(unknown)
            .answering(store),
        Operation.delete("/api/jobs/{id}", "forgetJob", "Forgets a job that has ended.")
            .with(id)
            .answering(DocumentedReply.json(200, "The job as it was.", "job"))
            .answering(wrong)
            .answering(unknown)
            .answering(isOpen)
            .answering(store),
        Operation.get("/api/jobs/{id}/result", "jobResult", "What the tool gave.")
            .with(id)
            .answering(
                new DocumentedReply(
                    200,
                    "The tool's own result of tools/call, or one that says how the job ended.",
                    List.of(new Body(Body.JSON, ""))))
            .answering(wrong)
            .answering(unknown)
            .answering(isOpen)
            .answering(store),
        Operation.post("/api/jobs/{id}/cancel", "cancelJob", "Stops one job; safe to repeat.")
            .with(id)
            .perhapsTaking("cancel-request")
            .answering(
                DocumentedReply.json(200, "The job, which has ended by this or before.", "job"))
            .answering(DocumentedReply.refusal(400, "The body is no JSON object."))
            .answering(unknown)
            .answering(store));
  }

  private static List<Operation> approvals() {
    var id = Parameter.path("id", "The id of the call that waits.");
    var unknown = DocumentedReply.refusal(404, "No such call waits, or none of yours.");
    var wrong = DocumentedReply.refusal(400, "A parameter or the body is wrong; what it may be.");
    var late = DocumentedReply.refusal(409, "It is over already, or the decision does not count.");
    var decided = DocumentedReply.json(200, "How it stands now.", "approval");
    return List.of(
        Operation.get("/api/approvals", "approvals", "The calls that wait for a decision.")
            .with(Parameter.query("state", "open, as without it, or over."))
            .answering(DocumentedReply.json(200, "Yours, or all if you may decide.", "approvals"))
            .answering(wrong),
        Operation.get("/api/approvals/{id}", "approval", "One of them.")
            .with(id)
            .answering(DocumentedReply.json(200, "How it stands.", "approval"))
            .answering(wrong)
            .answering(unknown),
        Operation.post("/api/approvals/{id}/approve", "approve", "Lets the call run.")
            .with(id)
            .perhapsTaking("decision-request")
            .answering(decided)
            .answering(wrong)
            .answering(unknown)
            .answering(late),
        Operation.post("/api/approvals/{id}/deny", "deny", "Refuses the call.")
            .with(id)
            .perhapsTaking("decision-request")
            .answering(decided)
            .answering(wrong)
            .answering(unknown)
            .answering(late),
        Operation.get("/api/approvals/rules", "approvalRules", "Decisions for further calls.")
            .answering(DocumentedReply.json(200, "Those that hold.", "approval-rules"))
            .answering(wrong),
        Operation.delete("/api/approvals/rules/{id}", "revokeApprovalRule", "Revokes one.")
            .with(Parameter.path("id", "The id of the rule."))
            .answering(DocumentedReply.json(200, "The rule as it was.", "approval-rule"))
            .answering(wrong)
            .answering(unknown)
            .answering(DocumentedReply.refusal(503, "It holds no longer, but is still stored.")));
  }

  private static List<Operation> servers() {
    var name = Parameter.path("name", "Its name in the configuration.");
    var now = DocumentedReply.json(200, "How it is now.", "server");
    var unknown = DocumentedReply.refusal(404, "There is no such server.");
    return List.of(
        Operation.get("/api/servers/{name}", "server", "One server, for admins.")
            .with(name)
            .answering(now)
            .answering(unknown),
        Operation.post(
                "/api/servers/{name}/restart",
                "restartServer",
                "Has a new process serve new calls; the old one ends with the calls it has.")
            .with(name)
            .answering(now)
            .answering(unknown)
            .answering(DocumentedReply.refusal(409, "That cannot be done, and why.")),
        Operation.post(
                "/api/servers/{name}/drain",
                "drainServer",
                "Refuses new calls to the server; those that it has go on.")
            .with(name)
            .answering(now)
            .answering(unknown)
            .answering(DocumentedReply.refusal(409, "That cannot be done, and why.")),
        Operation.post(
                "/api/servers/{name}/resume",
                "resumeServer",
                "Lets a server that was drained take calls again.")
            .with(name)
            .answering(now)
            .answering(unknown),
        Operation.post(
                "/api/servers/{name}/tools/{tool}/accept",
                "acceptTool",
                "Accepts the changed definition of a tool that is held back.")
            .with(name)
            .with(Parameter.path("tool", "The server's own name for it."))
            .taking("accept-request")
            .answering(now)
            .answering(DocumentedReply.refusal(400, "The body names no sha256."))
            .answering(
                DocumentedReply.refusal(404, "No such server, or no such tool is held back."))
            .answering(DocumentedReply.refusal(409, "The definition is another one by now.")));
  }

  private static List<Operation> config() {
    return List.of(
        Operation.get("/api/config", "config", "The configuration in force, for admins.")
            .answering(
                DocumentedReply.json(200, "It, and the limits of each known tool.", "config")));
  }

  private static List<Operation> schemas() {
    return List.of(
        Operation.get("/api/schema", "schemas", "Where the JSON Schemas are.")
            .answering(DocumentedReply.json(200, "The path of each, by its name.", "schema-index")),
        Operation.get("/api/schema/{name}", "schema", "One JSON Schema, 2020-12.")
            .with(Parameter.path("name", "One that the index names."))
            .answering(
                new DocumentedReply(
                    200, "The schema.", List.of(new Body(SchemaApi.SCHEMA_TYPE, ""))))
            .answering(DocumentedReply.refusal(404, "There is no such schema; which there are.")),
        Operation.get("/api/openapi.json", "openApi", "This document.")
            .answering(new DocumentedReply(200, "OpenAPI 3.1.", List.of(new Body(Body.JSON, "")))));
  }

  private static List<Operation> health() {
    var word = "health-word";
    return Stream.of(
            Operation.get("/health", "health", "How everything does.")
                .answering(DocumentedReply.json(200, "It is ready.", "health"))
                .answering(DocumentedReply.json(503, "It is not.", "health")),
            Operation.get("/health/live", "live", "Whether Belay answers at all.")
                .answering(DocumentedReply.json(200, "It does.", word)),
            Operation.get("/health/ready", "ready", "Whether calls can be served.")
                .answering(DocumentedReply.json(200, "They can.", word))
                .answering(DocumentedReply.json(503, "They cannot.", word)),
            Operation.get("/metrics", "metrics", "Everything for Prometheus.")
                .answering(
                    new DocumentedReply(
                        200, "Its text format.", List.of(new Body("text/plain", "")))))
        .map(one ->
            one.entered(one.path().equals("/metrics") ? Entry.TOKEN_WHERE_RULED : Entry.OPEN))
        .toList();
  }

  private static DocumentedReply events(String meaning, String schema) {
    return new DocumentedReply(200, meaning, List.of(new Body(Body.EVENTS, schema)));
  }
}
