/**
 * The page Chat: conversations with agents, and what they do meanwhile. Longer than other files:
 * whatever it does depends on which conversation is shown and whether a turn runs in it.
 */
import { Answer, turnEnding, untilQuestion } from './answer.js';
import { focusedAsk } from './ask.js';
import { drop, keep, listed, newName, rememberTurn, runningTurn } from './chats.js';
import { Conversation, sumUp } from './conversation.js';
import { el, fill, grow, setText } from './dom.js';
import { visible } from './hidden.js';
import { ApiError, troubleOf } from './session.js';

const TICK_MS = 500;
const TALLEST_PX = 240;
const STILL_LOADING = 'The conversation is still loading. Send the message again once it is there.';
const EXAMPLE = `models:
  sonnet: { provider: anthropic, model: claude-sonnet-4-5, api_key: "\${ANTHROPIC_API_KEY}" }
agents:
  main: { model: sonnet }`;

/**
 * @param {App} app
 * @returns {Page}
 */
export function open(app) {
  return new ChatPage(app).page();
}

/**
 * A turn as the gateway tells of it.
 *
 * @typedef {{ turnId: string, status: string, detail?: string }} TurnState
 */

class ChatPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {{ agentId: string, model: string }[]} */
    this.agents = [];
    this.agent = '';
    this.session = '';
    /**
     * The answer that is shown as it comes; null while nobody answers.
     *
     * @type {Answer | null}
     */
    this.answer = null;
    /**
     * The conversation that is shown: another one each time; null for none.
     *
     * @type {object | null}
     */
    this.visit = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    /** Whether it is not known yet what was said here, and whether somebody answers. */
    this.isRestoring = false;
    this.conversation = new Conversation(async card => this.answer?.cancelCall(card));
    /** @type {HTMLSelectElement} */
    this.agentSelect = el('select', {
      'aria-label': 'Agent',
      change: () => this.start(this.agentSelect.value, null),
    });
    /** @type {HTMLSelectElement} */
    this.list = el('select', {
      'aria-label': 'Conversation',
      class: 'conversations',
      change: () => {
        const [agent, session] = JSON.parse(this.list.value);
        this.start(agent, session);
      },
    });
    this.forgetButton = el('button', { click: () => this.forget() }, 'Forget');
    this.field = el('textarea', {
      rows: '2',
      'aria-label': 'Message',
      placeholder: 'Message',
      keydown: event => this.onFieldKey(event),
      input: () => this.grow(),
    });
    this.send = el('button', { class: 'go', type: 'submit' }, 'Send');
    this.cancel = el(
      'button',
      {
        class: 'danger',
        type: 'button',
        hidden: true,
        title: 'Ctrl+.',
        click: () => this.cancelTurn(),
      },
      '✕ Cancel Turn',
    );
    this.state = el('p', { class: 'note state' });
    this.offer = el('div', { class: 'offer' });
    this.form = el(
      'form',
      {
        class: 'composer',
        submit: event => {
          event.preventDefault();
          this.submit();
        },
      },
      this.field,
      el('div', { class: 'sends' }, this.send, this.cancel),
    );
    this.element = el('section', { class: 'fills chat' }, el('p', { class: 'empty' }, 'Loading…'));
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.onPageKey(event);
    this.onLive = () => this.answer?.live();
  }

  page() {
    document.addEventListener('keydown', this.onKey);
    this.app.live.addEventListener('change', this.onLive);
    this.timer = setInterval(() => this.answer?.tick(), TICK_MS);
    this.begin();
    /** @type {Page['keys']} */
    const keys = {
      a: event => decide(event, 'allow'),
      d: event => decide(event, 'deny'),
    };
    return {
      title: 'Chat',
      element: this.element,
      keys,
      filter: this.list,
      close: () => this.close(),
    };
  }

  close() {
    this.visit = null;
    document.removeEventListener('keydown', this.onKey);
    this.app.live.removeEventListener('change', this.onLive);
    clearInterval(this.timer);
    this.leave();
    this.conversation.close();
  }

  async begin() {
    const visit = (this.visit = {});
    try {
      this.agents = (await this.app.api('/api/agents')).agents;
    } catch (error) {
      const { status, message } = troubleOf(error);
      if (status !== 404) {
        fill(
          this.element,
          el('p', { class: 'trouble' }, `The agents cannot be listed: ${message}`),
          el('p', null, el('button', { click: () => this.begin() }, 'Try again')),
        );
        return;
      }
    }
    if (visit !== this.visit) {
      return;
    }
    if (this.agents.length === 0) {
      fill(
        this.element,
        el(
          'div',
          { class: 'empty' },
          el('p', null, 'This gateway has no agent to talk to.'),
          el(
            'p',
            null,
            'Name a model and an agent in belay.yaml, as docs/agents.md and docs/config.md say:',
          ),
          el('pre', null, EXAMPLE),
        ),
      );
      return;
    }
    fill(
      this.agentSelect,
      this.agents.map(one =>
        el('option', { value: one.agentId }, visible(`${one.agentId} (${one.model})`)),
      ),
    );
    fill(
      this.element,
      el(
        'div',
        { class: 'bar' },
        this.agentSelect,
        this.list,
        grow(),
        el('button', { click: () => this.start(this.agent, null) }, 'New conversation'),
        this.forgetButton,
      ),
      this.conversation.element,
      this.offer,
      this.state,
      this.form,
    );
    const query = this.app.query;
    await this.start(query.get('agent'), query.get('session'));
  }

  /**
   * Shows a conversation; a new one where `session` is null.
   *
   * @param {string | null} agent
   * @param {string | null} session
   */
  async start(agent, session) {
    this.leave();
    const visit = (this.visit = {});
    const isKnown = this.agents.some(one => one.agentId === agent);
    this.agent = isKnown && agent ? agent : this.agents[0].agentId;
    this.agentSelect.value = this.agent;
    this.session = session ?? newName();
    this.app.setQuery({ agent: this.agent, session });
    this.conversation.clear();
    fill(this.offer);
    this.drawList();
    this.isRestoring = Boolean(session);
    this.idle(
      isKnown || !agent
        ? ''
        : `There is no agent ${visible(agent)}; this is ${visible(this.agent)}.`,
    );
    if (session) {
      await this.restore(visit);
    } else {
      this.conversation.note(`A new conversation with ${visible(this.agent)}.`);
      if (matchMedia('(hover: hover)').matches) {
        this.field.focus();
      }
    }
  }

  /** @param {object} visit */
  async restore(visit) {
    this.conversation.note('Loading…');
    // In this order: a turn that ends in between has all its messages then.
    const turn = await this.lastTurn();
    const messages = await this.messages();
    if (visit !== this.visit) {
      return;
    }
    this.isRestoring = false;
    const words = this.state.textContent ?? '';
    this.idle(words === STILL_LOADING ? '' : words);
    const isRunning = turn?.status === 'running';
    if (messages) {
      // What a running turn has done so far comes once more, as its events.
      this.conversation.history(this.agent, isRunning ? untilQuestion(messages) : messages);
    } else {
      this.conversation.clear();
      this.conversation.note(
        'The gateway does not know this conversation: it was forgotten, ' +
          'or the gateway has started anew. A message begins it again.',
      );
    }
    if (turn && isRunning) {
      await this.show(answer => answer.join(turn.turnId));
    } else if (turn) {
      rememberTurn(this.agent, this.session, null);
      this.tellEnd(
        { name: turn.status === 'aborted' ? 'turn_abort' : 'turn_complete', data: turn },
        '',
        '',
      );
    }
  }

  /**
   * What was said, as the gateway has it; null if it has nothing.
   *
   * @returns {Promise<Message[] | null>}
   */
  async messages() {
    try {
      return (await this.app.api(this.path())).messages;
    } catch {
      return null;
    }
  }

  path() {
    const query = new URLSearchParams({ agentId: this.agent });
    return `/api/sessions/${encodeURIComponent(this.session)}?${query}`;
  }

  /**
   * The turn of this conversation that this tab has followed, or one that runs; null for none.
   *
   * @returns {Promise<TurnState | null>}
   */
  async lastTurn() {
    try {
      const remembered = runningTurn(this.agent, this.session);
      if (remembered) {
        return await this.app.api(`/api/turns/${encodeURIComponent(remembered)}`);
      }
      /** @type {{ turns: { turnId: string, agentId: string, sessionId: string }[] }} */
      const { turns } = await this.app.api('/api/turns/active');
      const found = turns.find(
        turn => turn.agentId === this.agent && turn.sessionId === this.session,
      );
      return found ? { ...found, status: 'running' } : null;
    } catch {
      return null;
    }
  }

  /** Leaves the conversation; its turn goes on. */
  leave() {
    this.answer?.leave();
    this.answer = null;
  }

  /** @param {KeyboardEvent} event */
  onPageKey(event) {
    if (
      event.key === '.' &&
      (event.ctrlKey || event.metaKey) &&
      this.answer &&
      !document.querySelector('dialog[open]')
    ) {
      event.preventDefault();
      this.cancelTurn();
    }
  }

  /** @param {KeyboardEvent} event */
  onFieldKey(event) {
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    }
  }

  grow() {
    this.field.style.setProperty('height', 'auto');
    this.field.style.setProperty(
      'height',
      `${Math.min(TALLEST_PX, this.field.scrollHeight + 2)}px`,
    );
  }

  async submit() {
    const message = this.field.value;
    if (message.trim() === '') {
      return;
    }
    if (this.isRestoring) {
      setText(this.state, STILL_LOADING);
      return;
    }
    if (this.answer) {
      setText(this.state, 'The agent still answers. Cancel its turn, or wait for its end.');
      return;
    }
    this.field.value = '';
    this.grow();
    fill(this.offer);
    const said = this.conversation.user(message);
    this.conversation.toEnd();
    this.app.setQuery({ agent: this.agent, session: this.session });
    keep(this.agent, this.session, message, '');
    this.drawList();
    const failure = await this.show(answer => answer.post(message));
    if (failure) {
      this.field.value ||= message;
      this.grow();
      const { message: why } = troubleOf(failure);
      const turnId = failure instanceof ApiError && failure.status === 409 && failure.body?.turnId;
      if (turnId) {
        said.remove();
        this.offerTurn(turnId);
      } else {
        this.conversation.note(`It was not answered: ${visible(why)}`, 'trouble');
        this.app.say(visible(why));
      }
    }
  }

  /** @param {string} turnId */
  offerTurn(turnId) {
    const words = 'This conversation answers another message right now.';
    fill(
      this.offer,
      el(
        'p',
        null,
        words,
        ' ',
        el(
          'button',
          {
            click: () => {
              rememberTurn(this.agent, this.session, turnId);
              this.start(this.agent, this.session);
            },
          },
          'Show that turn',
        ),
      ),
    );
    this.app.say(words);
  }

  /**
   * Shows an answer as it comes; gives the error if there is none.
   *
   * @param {(answer: Answer) => Promise<void>} begin
   * @returns {Promise<unknown>}
   */
  async show(begin) {
    const { agent, session, conversation } = this;
    /** @type {Answer} */
    const answer = new Answer({
      app: this.app,
      agent,
      session,
      conversation,
      readMessages: () => this.messages(),
      onState: words => {
        if (this.answer === answer) {
          setText(this.state, words);
          this.cancel.disabled = answer.isStopping;
        }
      },
    });
    this.answer = answer;
    this.cancel.hidden = false;
    this.cancel.disabled = false;
    this.send.disabled = true;
    setText(this.state, answer.doing());
    /** @type {unknown} */
    let failure = null;
    try {
      await begin(answer);
    } catch (error) {
      failure = error;
    }
    if (this.answer !== answer) {
      return null;
    }
    this.answer = null;
    this.idle('');
    if (failure && answer.id) {
      rememberTurn(agent, session, null);
      const { status, message } = troubleOf(failure);
      conversation.note(
        status === 404
          ? 'The gateway no longer knows this turn.'
          : `The turn cannot be followed: ${visible(message)}`,
        'trouble',
      );
      failure = null;
    }
    if (answer.end) {
      this.tellEnd(answer.end, answer.trouble, answer.text, answer.missed);
    }
    conversation.forgetCards();
    return failure;
  }

  /**
   * Says how a turn has ended, once.
   *
   * @param {{ name: string, data: any }} end its last event
   * @param {string} trouble
   * @param {string} text what its agent said last
   * @param {number} missed events of it
   */
  async tellEnd(end, trouble, text, missed = 0) {
    const { words, isTrouble, isAbort } = turnEnding(end.name, end.data, this.agent);
    const calls = sumUp(this.conversation.cards.values());
    if (missed > 0) {
      // Some events were gone before they came here: the history has what they told.
      const visit = this.visit;
      const messages = await this.messages();
      if (visit !== this.visit || this.answer) {
        return;
      }
      if (messages) {
        this.conversation.history(this.agent, messages);
      }
    }
    if (isAbort) {
      const why = isTrouble && trouble ? `: ${visible(trouble)}` : '';
      this.conversation.note(
        `${words}${why}${calls ? ` · calls: ${calls}` : ''}`,
        isTrouble ? 'trouble end' : 'note end',
      );
    }
    this.idle(calls && !isAbort ? `Calls: ${calls}` : '');
    if (text) {
      keep(this.agent, this.session, null, text);
      this.drawList();
    }
    const answered = text && !isAbort ? `: ${visible(text.slice(0, 500), true)}` : '';
    this.app.say(`${words}${calls ? `; calls: ${calls}` : ''}${answered}`);
  }

  /** @param {string} words */
  idle(words) {
    this.cancel.hidden = true;
    this.send.disabled = this.isRestoring;
    setText(this.state, words);
  }

  cancelTurn() {
    const hadFocus = document.activeElement === this.cancel;
    this.answer?.cancel();
    if (hadFocus) {
      this.field.focus();
    }
  }

  drawList() {
    const all = listed();
    const value = JSON.stringify([this.agent, this.session]);
    const isListed = all.some(one => one.agent === this.agent && one.session === this.session);
    fill(
      this.list,
      isListed ? null : el('option', { value, selected: true }, 'New conversation'),
      all.map(one => {
        const own = JSON.stringify([one.agent, one.session]);
        const last = one.last && one.last !== one.name ? ` · ${one.last}` : '';
        return el(
          'option',
          { value: own, selected: own === value },
          visible(`${one.agent}: ${one.name}${last}`).slice(0, 120),
        );
      }),
    );
    this.forgetButton.disabled = !isListed;
  }

  async forget() {
    const { agent, session } = this;
    const yes = await this.app.confirm({
      title: 'Forget this conversation?',
      text: 'The gateway and this browser forget what was said in it.',
      yes: 'Forget it',
    });
    if (!yes || session !== this.session) {
      return;
    }
    try {
      await this.app.api(this.path(), { method: 'DELETE' });
    } catch (error) {
      const { status, message } = troubleOf(error);
      if (status !== 404) {
        setText(
          this.state,
          status === 409
            ? 'It answers a message: cancel its turn first.'
            : `It was not forgotten: ${message}`,
        );
        return;
      }
    }
    drop(agent, session);
    this.start(agent, null);
  }
}

/**
 * Presses a button of the approval that has the focus.
 *
 * @param {KeyboardEvent} event
 * @param {'allow' | 'deny'} button
 */
function decide(event, button) {
  if (!event.repeat) {
    focusedAsk()?.[button].click();
  }
}
