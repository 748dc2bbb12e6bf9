/**
 * What the gateway's feed and API say to the console, as far as the console reads it. Global, for
 * its modules name these types in comments alone; docs/http-api.md has the whole.
 */

/** A call as the feed has it; moments are seconds of the gateway's clock. */
interface CallRow {
  id: string;
  tool: string;
  upstream?: string;
  client?: string;
  principal: string;
  arguments?: string;
  state: string;
  held?: string;
  turn?: string;
  since: number;
  beat_at?: number | null;
  message?: string;
  done?: number | null;
  total?: number | null;
  timeout_s?: number | null;
  idle_timeout_s?: number | null;
  progress_backed?: boolean;
  attempt?: number;
  accepted_at?: string;
}

/** A call that ended, as the feed tells it once; `seen` is when this page heard of it. */
interface EndedCall {
  id: string;
  tool: string;
  upstream?: string;
  client?: string;
  principal?: string;
  arguments?: string;
  outcome: string;
  detail?: string;
  by?: string;
  ran_s?: number;
  at: string;
  seen: number;
}

interface TurnRow {
  id: string;
  agent: string;
  session: string;
  started_at: string;
  calls: number;
}

interface ApprovalRow {
  id: string;
  tool: string;
  server: string;
  reason?: string;
  client?: string;
  principal: string;
  turn?: string;
  destructive?: boolean;
  approvers: number;
  allowed_by?: string[];
  expires_at: string;
}

interface AbandonedRow {
  id: string;
  tool: string;
  outcome?: string;
  accepted_at: string;
}

interface ServerRow {
  name: string;
  state: string;
  era?: string;
  transport: string;
  in_flight: number;
  restarts: number;
  detail?: string;
  drained_by?: string;
  tools_waiting?: number;
  tools_refused?: number;
  retiring: { pid?: number; calls: number; why: string }[];
  abandoned?: number;
  breaker?: { state: string; failure_rate_pct?: number; calls: number } | null;
  ignored_stops?: number;
  advice?: string;
}

/** The rows of the feed, by topic and key. */
interface Topics {
  calls: Map<string, CallRow>;
  turns: Map<string, TurnRow>;
  jobs: Map<string, { id: string }>;
  approvals: Map<string, ApprovalRow>;
  abandoned: Map<string, AbandonedRow>;
  processes: Map<string, { upstream: string; pid: number }>;
  servers: Map<string, ServerRow>;
}

interface FeedData {
  now: number;
  at?: string;
  topics?: (keyof Topics)[];
  set?: Record<string, Record<string, object>>;
  gone?: Record<string, string[]>;
  ended?: Omit<EndedCall, 'seen'>[];
  ended_more?: number;
  stops?: Record<string, string>;
  complete?: boolean;
  you?: You;
  version?: string;
}

interface You {
  admin?: boolean;
}

interface ProcessLine {
  pid: number;
  command: string;
}

interface CancelAnswer {
  cancelled: boolean;
  stopped?: string;
  killed?: ProcessLine[];
  left_behind?: ProcessLine[];
}

/** A call of `/api/history`. */
interface PastCall {
  id: string;
  tool: string;
  upstream?: string;
  client?: string;
  principal: string;
  arguments?: string;
  outcome?: string;
  detail?: string;
  by?: string;
  stopped?: string;
  attempts: number;
  handed_off?: boolean;
  shared_of?: string;
  late_result?: boolean;
  waited_s?: number | null;
  ran_s: number | null;
  ended_at?: string;
}

interface Story extends PastCall {
  events: StoryEvent[];
  gap?: boolean;
  left_out: number;
}

interface StoryEvent {
  event: string;
  at: string;
  gate?: string;
  message?: string;
  done?: number | null;
  total?: number | null;
  timeout_s?: number | null;
  idle_timeout_s?: number | null;
  by?: string;
  reason?: string;
  attempt?: number;
  pause_s?: number;
  of?: string;
  outcome?: string;
  detail?: string;
  step?: string;
}

interface Job {
  job_id: string;
  tool: string;
  server?: string;
  arguments?: string;
  principal: string;
  status: string;
  attempt: number;
  message?: string;
  done?: number | null;
  total?: number | null;
  elapsed_seconds: number;
  estimated_remaining_seconds?: number;
  estimated_runtime_seconds?: number;
  ended?: string;
}

/** An approval of `/api/approvals`; with its arguments where it was asked for alone. */
interface Approval {
  id: string;
  state: string;
  tool: string;
  server?: string;
  client?: string;
  by?: string;
  via?: string;
  note?: string;
  warning?: string;
  over_at: string;
  destructive?: boolean;
  shown?: string;
  facts?: string[];
  arguments_sha256?: string;
  difference?: ArgumentsDifference | null;
}

interface ArgumentsDifference {
  result: 'no_earlier' | 'equal' | 'different' | 'too_long';
  changes: { pointer: string; old?: string; new?: string }[];
  more: number;
}

interface ApprovalRule {
  id: string;
  verdict: string;
  server: string;
  tool: string;
  principal: string;
  arguments_sha256?: string;
  session?: string;
  until: string;
  by: string;
  used: number;
}

/** A server of `/api/servers/{name}`. */
interface Server extends ServerRow {
  processes: ServerProcess[];
  processes_more: number;
  stderr: string[];
  tools: ServerTool[];
  tools_more: number;
}

interface ServerProcess {
  pid: number;
  role: string;
  calls: number;
  tree: TreeProcess[];
  tree_more: number;
}

interface TreeProcess extends ProcessLine {
  parent: number;
  age_s: number;
  left_behind_by: string[];
}

interface ServerTool {
  name: string;
  own_name: string;
  description?: string;
  bytes: number;
  lint: string[];
  verdict?: string;
  accepted_sha256: string;
  seen_sha256: string;
  difference?: string[];
  difference_more: number;
}

/** The answer of `/api/config`. */
interface ConfigInForce {
  values: { key: string; value: string; origin: string }[];
  tools: ToolLimits[];
  more_tools: number;
  at_next_start: string[];
}

interface ToolLimits {
  name?: string;
  server: string;
  tool: string;
  timeout_s: number | null;
  timeout_origin: string;
  timeout_lever?: string;
  idle_timeout_s: number | null;
  idle_timeout_origin: string;
  idle_timeout_lever?: string;
  definition_bytes: number;
}

/** Messages of a session, as Anthropic's API has them. */
interface Message {
  role: 'user' | 'assistant';
  content: Block[];
}

type Block = { type: 'text'; text: string } | ToolUse | ToolResult;

interface ToolUse {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
}

interface ToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content?: string;
  is_error?: boolean;
}
