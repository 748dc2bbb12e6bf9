/**
 * Calls that outlive their requests: open ones with what is expected of them, ended ones with their
 * results, by page. Longer than other files: a job moves from one list to the other, and its result
 * is beside both.
 */
import { Place, badge, closeButton, el, fill, foreign, grow, moment, setText } from './dom.js';
import { visible } from './hidden.js';
import { Rows } from './list.js';
import { api, openStream, troubleOf } from './session.js';
import { count, duration, spaced } from './words.js';

const AGAIN_MS = 2_000;

/** The set of open jobs differs: what else differs within this time is read with it. */
const SOON_MS = 300;

/** More of a result is not shown, but can be kept as a file. */
const LONGEST_SHOWN = 100_000;
const MOST_PARTS = 100;

/** @param {App} app */
export function open(app) {
  return new Jobs(app);
}

class Jobs {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = 'Jobs';
    /** @type {HTMLInputElement} */
    this.filter = el('input', {
      type: 'search',
      placeholder: 'Tool (/)',
      'aria-label': 'Tool',
      value: app.query.get('tool') ?? '',
      change: () => {
        app.setQuery({ tool: this.filter.value });
        this.reload();
      },
    });
    const openJobs = el('div');
    /** @type {Rows<Job>} */
    this.openJobs = new Rows(
      openJobs,
      job => job.job_id,
      job => this.card(job),
    );
    this.openCount = el('h2');
    this.endedJobs = el('div');
    this.older = el(
      'button',
      {
        hidden: true,
        click: () => {
          this.onlyFirst = false;
          this.page(this.next);
        },
      },
      'Older ones',
    );
    this.detail = el('section', {
      class: 'card panel',
      hidden: true,
      'aria-label': 'The chosen job',
    });
    this.element = el(
      'div',
      null,
      el('div', { class: 'bar' }, this.filter),
      this.openCount,
      openJobs,
      this.detail,
      this.endedJobs,
      el('p', null, this.older),
    );
    this.keys = { Escape: () => this.hideDetail() };
    this.isClosed = false;
    this.isDrawn = false;
    /** Whether no later page of ended jobs was asked for. */
    this.onlyFirst = true;
    /** @type {string | null} */
    this.next = null;
    /**
     * The first page of ended jobs as listed; null if it must be filled again.
     *
     * @type {string | null}
     */
    this.endedKey = null;
    /**
     * The listed ended jobs, each with the cell for its estimate: half of its tool's calls stay
     * within that time.
     *
     * @type {{ job: Job, place: HTMLElement }[]}
     */
    this.halves = [];
    /** The open jobs of the feed, as last seen. */
    this.ids = new Set(app.live.topic('jobs').keys());
    /**
     * How long half of the calls stay within, by server and tool, in seconds.
     *
     * @type {Map<string, number>}
     */
    this.estimates = new Map();
    this.visit = {};
    /** Whether a page of ended jobs is being read. */
    this.isReading = false;
    this.shown = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    this.onChange = () => this.reloadSoon();
    app.live.addEventListener('change', this.onChange);
    this.timer = setInterval(() => this.again(), AGAIN_MS);
    this.reload();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.isClosed = true;
  }

  hideDetail() {
    this.detail.hidden = true;
  }

  /**
   * Reads the open jobs and the first page of ended ones again. A job that begins and ends between
   * two looks of the feed is never in the feed.
   */
  again() {
    this.drawOpen();
    // Not during another read, which it would replace: a slow gateway would never be shown.
    if (this.onlyFirst && !document.hidden && !this.isReading) {
      this.page(null, true);
    }
  }

  /** The set of open jobs differs: what is shown is read again. */
  reloadSoon() {
    const now = new Set(this.app.live.topic('jobs').keys());
    const before = this.ids;
    this.ids = now;
    if (before.size !== now.size || [...now].some(id => !before.has(id))) {
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        this.drawOpen();
        if (this.onlyFirst) {
          this.reload();
        }
      }, SOON_MS);
    }
  }

  /**
   * The path of a page of jobs.
   *
   * @param {Record<string, string>} parameters
   */
  wanted(parameters) {
    const tool = this.filter.value;
    return `/api/jobs?${new URLSearchParams(tool ? { ...parameters, tool } : parameters)}`;
  }

  async reload() {
    this.onlyFirst = true;
    await this.learn();
    await Promise.all([this.drawOpen(), this.page(null)]);
  }

  /** What is known of how long tools take, to set beside how long they took; for admins. */
  async learn() {
    try {
      /** @type {{ estimates: { server: string, tool: string, half_seconds: number }[] }} */
      const { estimates } = await api('/api/jobs/estimates');
      this.estimates = new Map(
        estimates.map(one => [`${one.server} ${one.tool}`, one.half_seconds]),
      );
    } catch {
      // What was known before may still be of use.
    }
  }

  async drawOpen() {
    if (document.hidden && this.isDrawn) {
      return;
    }
    try {
      /** @type {{ jobs: Job[] }} */
      const { jobs } = await api(this.wanted({ state: 'open', limit: '200' }));
      if (this.isClosed) {
        return;
      }
      this.isDrawn = true;
      setText(
        this.openCount,
        jobs.length === 0 ? 'No call runs as a job.' : count(jobs.length, 'open job'),
      );
      this.openJobs.set(jobs);
    } catch (error) {
      setText(this.openCount, troubleOf(error).message);
    }
  }

  /**
   * @param {Job} job
   * @returns {import('./list.js').Row<Job>}
   */
  card(job) {
    const state = new Place(el('span'));
    const time = el('span', { class: 'ticks' });
    const estimate = el('span', { class: 'dim ticks' });
    const bar = el('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
    const words = el('span');
    /** @type {HTMLButtonElement} */
    const cancel = el(
      'button',
      {
        class: 'danger',
        click: () => this.cancel(job, cancel),
        'aria-label': `Cancel ${visible(job.tool)}`,
      },
      'Cancel',
    );
    const element = el(
      'section',
      { class: 'card' },
      el(
        'div',
        { class: 'bar' },
        state.element,
        el('strong', null, foreign(job.tool)),
        job.server ? el('span', { class: 'dim' }, foreign(job.server)) : null,
        grow(),
        time,
        estimate,
        cancel,
      ),
      job.arguments ? el('p', { class: 'mono' }, foreign(job.arguments, 160)) : null,
      el('div', null, bar, ' ', words),
      el(
        'small',
        { class: 'dim' },
        foreign(job.principal),
        job.attempt > 1 ? `, attempt ${job.attempt}` : '',
        ', ',
        el('code', null, job.job_id),
      ),
    );
    const update = (/** @type {Job} */ now) => {
      state.show(now.status, () => badge(now.status));
      setText(time, duration(now.elapsed_seconds));
      setText(estimate, expected(now));
      bar.hidden = !now.total || !Number.isFinite(now.done);
      if (!bar.hidden) {
        bar.max = now.total ?? 1;
        bar.value = now.done ?? 0;
      }
      const done = bar.hidden ? '' : `${now.done}/${now.total} `;
      setText(words, `${done}${visible(now.message ?? '').slice(0, 300)}`);
    };
    return { element, update };
  }

  /**
   * Reads a page of ended jobs, and shows it after those before it. A first page of the same jobs
   * is left as it is, so that a click on one of its buttons counts.
   *
   * @param {string | null} before the place where it begins; null for the first page
   * @param {boolean} isUnasked whether the page asks by itself
   */
  async page(before, isUnasked = false) {
    const visit = (this.visit = {});
    this.isReading = true;
    this.older.disabled ||= !isUnasked;
    try {
      /** @type {{ jobs: Job[], next: string | null }} */
      const { jobs, next } = await api(
        this.wanted({
          state: 'ended',
          limit: '50',
          ...(before ? { before } : {}),
        }),
      );
      if (this.isClosed || visit !== this.visit) {
        return;
      }
      const key = before ? null : JSON.stringify([next, ...jobs.map(job => job.job_id)]);
      if (key !== null && key === this.endedKey) {
        this.halves.forEach(({ job, place }) => setText(place, this.halfOf(job)));
        return;
      }
      this.endedKey = key;
      if (!before) {
        this.halves = [];
        const none = el('p', { class: 'dim' }, 'None is kept.');
        fill(this.endedJobs, el('h2', null, 'Ended'), jobs.length === 0 && !next ? none : null);
      }
      this.endedJobs.append(...jobs.map(job => this.line(job)));
      this.next = next;
      this.older.hidden = !next;
    } catch (error) {
      if (!isUnasked && visit === this.visit) {
        this.endedKey = null;
        // The next page of the list before does not fit that of this one.
        this.older.hidden ||= !before;
        this.endedJobs.append(el('p', { class: 'trouble' }, troubleOf(error).message));
      }
    } finally {
      if (visit === this.visit) {
        this.isReading = false;
        this.older.disabled = false;
      }
    }
  }

  /** @param {Job} job */
  halfOf(job) {
    return half(this.estimates.get(`${job.server} ${job.tool}`));
  }

  /** @param {Job} job */
  line(job) {
    const place = el('span', { class: 'dim ticks' }, this.halfOf(job));
    this.halves.push({ job, place });
    /** @type {HTMLButtonElement} */
    const forget = el(
      'button',
      { class: 'plain', click: () => this.forget(job, line, forget) },
      'Forget',
    );
    /** @type {HTMLElement} */
    const line = el(
      'div',
      { class: 'bar line' },
      badge(job.status),
      el(
        'span',
        null,
        foreign(job.tool),
        job.arguments ? el('small', { class: 'mono dim' }, foreign(job.arguments, 160)) : null,
      ),
      el('span', { class: 'dim' }, job.ended ? moment(job.ended) : ''),
      el('span', { class: 'ticks' }, duration(job.elapsed_seconds)),
      place,
      el('span', { class: 'dim grow' }, foreign(job.message, 120)),
      el('button', { click: () => this.show(job) }, 'Result'),
      forget,
    );
    return line;
  }

  /** @param {Job} job */
  async show(job) {
    this.detail.hidden = false;
    const shown = (this.shown = {});
    fill(this.detail, 'Loading the result…');
    this.detail.scrollIntoView({ block: 'nearest' });
    try {
      const answer = await openStream(`/api/jobs/${encodeURIComponent(job.job_id)}/result`);
      const text = await answer.text();
      if (shown !== this.shown) {
        return;
      }
      fill(
        this.detail,
        el(
          'div',
          { class: 'bar' },
          badge(job.status),
          el('strong', null, foreign(job.tool)),
          grow(),
          el('button', { click: () => keep(job.job_id, text) }, 'Keep as a file'),
          closeButton(() => this.hideDetail()),
        ),
        readable(text),
      );
    } catch (error) {
      fill(this.detail, el('p', { class: 'trouble' }, troubleOf(error).message));
    }
  }

  /**
   * @param {Job} job
   * @param {HTMLButtonElement} button
   */
  async cancel(job, button) {
    button.disabled = true;
    try {
      /** @type {Job} */
      const now = await api(`/api/jobs/${encodeURIComponent(job.job_id)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console' },
      });
      this.app.say(`The job is ${spaced(now.status)}.`);
    } catch (error) {
      this.app.alarm(troubleOf(error).message);
    }
    this.reload();
  }

  /**
   * @param {Job} job
   * @param {HTMLElement} line
   * @param {HTMLButtonElement} button
   */
  async forget(job, line, button) {
    const isSure = await this.app.confirm({
      title: 'Forget this job?',
      text: ['Its result is lost: ', foreign(job.tool)],
      yes: 'Forget it',
    });
    if (!isSure) {
      return;
    }
    button.disabled = true;
    try {
      await api(`/api/jobs/${encodeURIComponent(job.job_id)}`, { method: 'DELETE' });
      line.remove();
    } catch (error) {
      this.app.alarm(troubleOf(error).message);
    }
  }
}

/**
 * What is left of an open job, as far as it is known.
 *
 * @param {Job} job
 */
function expected(job) {
  if (job.estimated_remaining_seconds === undefined) {
    return 'no estimate yet';
  }
  const left = duration(job.estimated_remaining_seconds);
  return `~${left} left of ~${duration(job.estimated_runtime_seconds)}`;
}

/**
 * What half of the calls of a tool stay within.
 *
 * @param {number | undefined} seconds
 */
function half(seconds) {
  return seconds ? `half within ${duration(seconds)}` : '';
}

/**
 * The texts of a tool's result; what is no text is named.
 *
 * @param {string} text
 */
function readable(text) {
  let result;
  try {
    result = JSON.parse(text);
  } catch {
    return lines(text);
  }
  if (!Array.isArray(result?.content)) {
    return lines(JSON.stringify(result, null, 2));
  }
  /** @type {{ type?: string, text?: unknown }[]} */
  const parts = result.content.slice(0, MOST_PARTS);
  return [
    result.isError ? el('p', { class: 'bad' }, 'The tool reports an error.') : null,
    parts.map(one =>
      one?.type === 'text'
        ? lines(String(one.text))
        : el('p', { class: 'dim' }, '(', foreign(one?.type ?? 'nothing'), ')'),
    ),
  ];
}

/**
 * A text with its lines, cut where it is very long.
 *
 * @param {string} text
 */
function lines(text) {
  const more = text.length - LONGEST_SHOWN;
  const shown =
    more > 0 ? `${text.slice(0, LONGEST_SHOWN)}\n… ${count(more, 'more character')}` : text;
  return el('pre', { tabindex: '0' }, visible(shown, true));
}

/**
 * Has the browser keep a result as a file.
 *
 * @param {string} name
 * @param {string} text
 */
function keep(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = el('a', { href: url, download: `${name}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
