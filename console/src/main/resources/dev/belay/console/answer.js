/**
 * The answer to one message: a turn that is followed, shown in its conversation, and can be
 * stopped.
 */
import { AskCard } from './ask.js';
import { rememberTurn } from './chats.js';
import { visible } from './hidden.js';
import { troubleOf } from './session.js';
import { FollowedTurn, leftTurns } from './turn.js';

/** @type {Record<string, string>} */
const ABORTS = {
  user: 'Turn cancelled',
  client_disconnect: 'The turn was aborted: nobody followed it for a minute',
  timeout: 'The turn took too long, and was aborted',
  max_tool_loops: 'The turn was aborted: its model asked for tools too often',
  loop: 'The turn was aborted: its model repeated the same calls',
  error: 'The turn failed',
  server_shutdown: 'The turn was aborted: Belay is ending',
};

/**
 * Puts into words how a turn has ended: `words`, and whether that is a `trouble`.
 *
 * @param {string} name of its last event
 * @param {{ detail?: string }} data of that
 * @param {string} agent
 */
export function turnEnding(name, data, agent) {
  return name === 'turn_abort'
    ? {
        words: ABORTS[data.detail ?? ''] ?? 'The turn was aborted',
        isTrouble: data.detail !== 'user',
        isAbort: true,
      }
    : { words: `${visible(agent)} has answered`, isTrouble: false, isAbort: false };
}

/** One turn, shown in its conversation. */
export class Answer {
  /**
   * @param {{
   *   app: App,
   *   agent: string,
   *   session: string,
   *   conversation: import('./conversation.js').Conversation,
   *   onState: (words: string) => void,
   *   readMessages: () => Promise<Message[] | null>,
   * }} options `onState` gets what happens, `readMessages` gives the conversation as the gateway
   *     has it, or null
   */
  constructor({ app, agent, session, conversation, onState, readMessages }) {
    this.app = app;
    this.agent = agent;
    this.session = session;
    this.conversation = conversation;
    this.onState = onState;
    this.readMessages = readMessages;
    /**
     * The approvals that it waits for, or waited.
     *
     * @type {Map<string, AskCard>}
     */
    this.asks = new Map();
    this.isStopping = false;
    /** Whether the arguments of calls are being read, and whether more have come since. */
    this.isLearning = false;
    this.isStale = false;
    /** What the agent said last. */
    this.text = '';
    this.trouble = '';
    this.missed = 0;
    /** @type {{ name: string, data: any } | null} */
    this.end = null;
    this.isLeft = false;
    this.turn = new FollowedTurn({
      onEvent: (name, data) => this.onEvent(name, data),
      onAway: isAway =>
        onState(
          isAway
            ? 'The connection is lost. Trying again; the turn goes on for a minute.'
            : this.doing(),
        ),
    });
  }

  get id() {
    return this.turn.id;
  }

  doing() {
    return this.isStopping
      ? 'Cancelling: its model and its calls are stopped'
      : `${visible(this.agent)} is answering`;
  }

  /**
   * Sends a message, and shows its turn to the end. Throws ApiError where none began.
   *
   * @param {string} message
   */
  post(message) {
    return this.show(() =>
      this.turn.post({ agentId: this.agent, sessionId: this.session, message }),
    );
  }

  /**
   * Shows a turn that runs from its beginning. Throws ApiError where there is none.
   *
   * @param {string} turnId
   */
  join(turnId) {
    return this.show(() => this.turn.join(turnId));
  }

  /** @param {() => Promise<void>} follow */
  async show(follow) {
    this.onState(this.doing());
    try {
      await follow();
    } finally {
      if (!this.isLeft) {
        this.conversation.whole();
      }
    }
  }

  /** Shows it no more; it goes on. */
  leave() {
    this.isLeft = true;
    const turn = this.turn;
    turn.onAway = () => {};
    if (turn.isOver) {
      return;
    }
    const part = (/** @type {string} */ id) => {
      turn.close();
      leftTurns.add(id, turn.lastId);
    };
    if (turn.id) {
      part(turn.id);
      return;
    }
    // Its name is not known yet.
    turn.onEvent = (name, data) => {
      if (name === 'turn_start') {
        rememberTurn(this.agent, this.session, data.turnId);
        if (this.isStopping) {
          this.abort();
        }
        part(data.turnId);
      }
    };
  }

  /** @type {import('./turn.js').OnTurnEvent} */
  onEvent(name, data) {
    const conversation = this.conversation;
    if (name !== 'text_delta') {
      this.text = conversation.whole() || this.text;
    }
    switch (name) {
      case 'turn_start':
        leftTurns.remove(data.turnId);
        rememberTurn(this.agent, this.session, data.turnId);
        if (this.isStopping) {
          this.abort();
        }
        // What waits for a person may have waited before: the feed does not tell it again.
        this.live();
        break;
      case 'text_delta':
        conversation.say(this.agent, data.text);
        break;
      case 'tool_start':
        this.card(data).start();
        break;
      case 'tool_progress':
        this.card(data).start(data.elapsedMs / 1000);
        break;
      case 'tool_timeout':
        this.card(data).timedOut(data);
        break;
      case 'tool_cancelled':
        this.card(data).cancelled(data);
        break;
      case 'tool_result':
        this.card(data).end({
          text: data.result,
          length: data.resultLength,
          isError: data.isError,
          seconds: data.durationMs / 1000,
        });
        break;
      case 'model_retry':
        conversation.note(
          `The model failed, and is asked again in ${(data.waitMs / 1000).toFixed(1)} s` +
            ` (attempt ${data.attempt}): ${visible(data.reason)}`,
        );
        break;
      case 'error':
        this.trouble = data.message;
        break;
      case 'replay_gap':
        this.missed += data.missed;
        break;
      case 'turn_complete':
      case 'turn_abort':
        rememberTurn(this.agent, this.session, null);
        this.end = { name, data };
        break;
      default:
      // A newer gateway: what it tells beyond this is not needed here.
    }
  }

  /** @param {{ toolId: string, toolName: string }} event */
  card({ toolId, toolName }) {
    if (!this.conversation.has(toolId)) {
      this.learnInputs();
    }
    return this.conversation.card(toolId, toolName);
  }

  /** Cancels the turn, with its model and all calls; its last event says that it is done. */
  cancel() {
    if (this.isStopping) {
      return;
    }
    this.isStopping = true;
    this.onState(this.doing());
    this.conversation.stopping();
    if (this.id) {
      this.abort();
    }
  }

  async abort() {
    try {
      await this.app.api(`/api/turns/${encodeURIComponent(this.id ?? '')}/abort`, {
        method: 'POST',
      });
    } catch (error) {
      // After its end there is nothing to abort.
      const { status, message } = troubleOf(error);
      if (status !== 404 && !this.end) {
        this.isStopping = false;
        this.onState(`It could not be cancelled: ${message}`);
      }
    }
  }

  /** @param {import('./toolcard.js').ToolCard} card */
  async cancelCall(card) {
    await this.app.api(
      `/api/turns/${encodeURIComponent(this.id ?? '')}/abort-tool/${encodeURIComponent(card.id)}`,
      { method: 'POST' },
    );
  }

  /** Events name calls without their arguments: the conversation has them. */
  async learnInputs() {
    this.isStale = true;
    if (this.isLearning) {
      return;
    }
    this.isLearning = true;
    // Their arguments may come after the turn's end.
    const cards = this.conversation.cards;
    while (this.isStale && !this.isLeft) {
      this.isStale = false;
      const messages = await this.readMessages();
      for (const { content } of sinceQuestion(messages ?? [])) {
        for (const block of content) {
          if (block.type === 'tool_use') {
            cards.get(block.id)?.setInput(block.input);
          }
        }
      }
    }
    this.isLearning = false;
  }

  /**
   * Shows news of the feed: calls that wait for a person, and what the others say of their
   * progress.
   */
  live() {
    const open = this.app.live.topic('approvals');
    for (const row of open.values()) {
      this.asks.get(row.id)?.update(row);
      if (this.id && row.turn === this.id && !this.asks.has(row.id)) {
        this.text = this.conversation.whole() || this.text;
        const card = new AskCard(this.app, row);
        this.asks.set(row.id, card);
        this.conversation.add(card.element);
      }
    }
    for (const [id, card] of this.asks) {
      if (!open.has(id)) {
        card.gone();
      }
    }
    const calls = [...this.app.live.topic('calls').values()];
    this.beats(calls.filter(row => this.id && row.turn === this.id));
  }

  /**
   * Rows of calls name no card: those of one tool go together in the order in which they began.
   *
   * @param {CallRow[]} rows
   */
  beats(rows) {
    const cards = [...this.conversation.cards.values()].filter(
      card => !card.isOver && card.startedAt !== null,
    );
    for (const row of rows) {
      const at = cards.findIndex(
        card => card.name === row.tool || card.name === `${row.upstream}__${row.tool}`,
      );
      if (at >= 0) {
        cards.splice(at, 1)[0].beat(row);
      }
    }
  }

  tick() {
    this.conversation.tick();
    this.asks.forEach(card => card.tick());
  }
}

/**
 * Whether a message is what a person said, not the results of calls.
 *
 * @param {Message} message
 */
function isQuestion(message) {
  return (
    message.role === 'user' &&
    message.content.some(block => block.type === 'text') &&
    !message.content.some(block => block.type === 'tool_result')
  );
}

/**
 * The messages after the last question.
 *
 * @param {Message[]} messages
 */
function sinceQuestion(messages) {
  return messages.slice(messages.findLastIndex(isQuestion) + 1);
}

/**
 * The messages up to the last question.
 *
 * @param {Message[]} messages
 */
export function untilQuestion(messages) {
  return messages.slice(0, messages.findLastIndex(isQuestion) + 1);
}
