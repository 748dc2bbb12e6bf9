/**
 * Calls that outlive their requests: open ones with what is expected of them, ended ones with their
 * results, by page.
 */
import {
  badge,
  count,
  duration,
  el,
  fill,
  foreign,
  moment,
  reconcile,
  setText,
  visible,
} from './dom.js';
import { api, openStream } from './session.js';

const AGAIN_MS = 2_000;

/** More of a result is not shown, but can be kept as a file. */
const LONGEST_SHOWN = 100_000;

export function open(app) {
  return new Jobs(app);
}

class Jobs {
  constructor(app) {
    this.app = app;
    this.title = 'Jobs';
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
    this.openJobs = el('div');
    this.openCount = el('h2');
    this.endedJobs = el('div');
    this.older = el(
      'button',
      {
        hidden: true,
        click: () => {
          this.onlyFirst = false;
          this.page();
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
      this.openJobs,
      this.detail,
      this.endedJobs,
      el('p', null, this.older),
    );
    this.keys = {
      Escape: () => {
        this.detail.hidden = true;
      },
    };
    this.onChange = () => this.reloadSoon();
    app.live.addEventListener('change', this.onChange);
    this.timer = setInterval(() => this.drawOpen(), AGAIN_MS);
    this.reload();
  }

  close() {
    this.app.live.removeEventListener('change', this.onChange);
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.isClosed = true;
  }

  /** The set of open jobs differs: what is shown is read again. */
  reloadSoon() {
    const now = new Set(this.app.live.rows.jobs?.keys() ?? []);
    const hasEnded = [...(this.ids ?? [])].some(id => !now.has(id));
    const hasBegun = this.ids && [...now].some(id => !this.ids.has(id));
    this.ids = now;
    if (hasEnded || hasBegun) {
      this.soon ??= setTimeout(() => {
        this.soon = null;
        this.drawOpen();
        this.onlyFirst ? this.reload() : null;
      }, 300);
    }
  }

  wanted(state) {
    const tool = this.filter.value ? `&tool=${encodeURIComponent(this.filter.value)}` : '';
    return `/api/jobs?state=${state}${tool}`;
  }

  async reload() {
    this.next = null;
    this.onlyFirst = true;
    await this.learn();
    await Promise.all([this.drawOpen(), this.page()]);
  }

  /** What is known of how long tools take, to set beside how long they took; for admins. */
  async learn() {
    try {
      const { estimates } = await api('/api/jobs/estimates');
      this.estimates = new Map(
        estimates.map(one => [`${one.server} ${one.tool}`, one.half_seconds]),
      );
    } catch {
      this.estimates ??= new Map();
    }
  }

  async drawOpen() {
    if (document.hidden && this.isDrawn) {
      return;
    }
    try {
      const { jobs } = await api(this.wanted('open') + '&limit=200');
      if (this.isClosed) {
        return;
      }
      this.isDrawn = true;
      setText(
        this.openCount,
        jobs.length === 0 ? 'No call runs as a job.' : count(jobs.length, 'open job'),
      );
      reconcile(
        this.openJobs,
        jobs,
        job => job.job_id,
        job => this.card(job),
        (card, job) => card.belayUpdate(job),
      );
    } catch (error) {
      setText(this.openCount, error.message);
    }
  }

  card(job) {
    const state = el('span');
    const time = el('span', { class: 'ticks' });
    const estimate = el('span', { class: 'dim ticks' });
    const bar = el('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
    const words = el('span');
    const card = el(
      'section',
      { class: 'card' },
      el(
        'div',
        { class: 'bar' },
        state,
        el('strong', null, foreign(job.tool)),
        job.server ? el('span', { class: 'dim' }, foreign(job.server)) : null,
        el('span', { class: 'grow' }),
        time,
        estimate,
        el(
          'button',
          {
            class: 'danger',
            click: event => this.cancel(job, event.target),
            'aria-label': `Cancel ${visible(job.tool)}`,
          },
          'Cancel',
        ),
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
    card.belayUpdate = now => {
      const known = now.total > 0 && Number.isFinite(now.done);
      if (state.textContent.trim() !== now.status) {
        fill(state, badge(now.status));
      }
      setText(time, duration(now.elapsed_seconds));
      setText(
        estimate,
        now.estimated_remaining_seconds !== undefined
          ? `~${duration(now.estimated_remaining_seconds)} left of ~${duration(now.estimated_runtime_seconds)}`
          : 'no estimate yet',
      );
      bar.hidden = !known;
      if (known) {
        bar.max = now.total;
        bar.value = now.done;
      }
      setText(
        words,
        `${known ? `${now.done}/${now.total} ` : ''}${visible(now.message ?? '').slice(0, 300)}`,
      );
    };
    return card;
  }

  async page() {
    const visit = (this.visit = {});
    this.older.disabled = true;
    try {
      const { jobs, next } = await api(
        this.wanted('ended') +
          '&limit=50' +
          (this.next ? `&before=${encodeURIComponent(this.next)}` : ''),
      );
      if (this.isClosed || visit !== this.visit) {
        return;
      }
      if (!this.next) {
        fill(
          this.endedJobs,
          el('h2', null, 'Ended'),
          jobs.length === 0 && !next ? el('p', { class: 'dim' }, 'None is kept.') : null,
        );
      }
      this.endedJobs.append(...jobs.map(job => this.line(job)));
      this.next = next;
      this.older.hidden = !next;
    } catch (error) {
      this.endedJobs.append(el('p', { class: 'trouble' }, error.message));
    } finally {
      this.older.disabled = false;
    }
  }

  line(job) {
    return el(
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
      el('span', { class: 'dim ticks' }, half(this.estimates.get(`${job.server} ${job.tool}`))),
      el('span', { class: 'dim grow' }, foreign(job.message ?? '', 120)),
      el('button', { click: () => this.show(job) }, 'Result'),
      el('button', { class: 'plain', click: event => this.forget(job, event.target) }, 'Forget'),
    );
  }

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
          el('span', { class: 'grow' }),
          el('button', { click: () => keep(job.job_id, text) }, 'Keep as a file'),
          el(
            'button',
            {
              class: 'plain',
              click: () => {
                this.detail.hidden = true;
              },
              'aria-label': 'Close',
            },
            '✕',
          ),
        ),
        readable(text),
      );
    } catch (error) {
      fill(this.detail, el('p', { class: 'trouble' }, error.message));
    }
  }

  async cancel(job, button) {
    button.disabled = true;
    try {
      const now = await api(`/api/jobs/${encodeURIComponent(job.job_id)}/cancel`, {
        method: 'POST',
        body: { reason: 'by the console' },
      });
      this.app.say(`The job is ${now.status.replaceAll('_', ' ')}.`);
    } catch (error) {
      this.app.alarm(error.message);
    }
    this.reload();
  }

  async forget(job, button) {
    if (
      !(await this.app.confirm({
        title: 'Forget this job?',
        text: ['Its result is lost: ', foreign(job.tool)],
        yes: 'Forget it',
      }))
    ) {
      return;
    }
    button.disabled = true;
    try {
      await api(`/api/jobs/${encodeURIComponent(job.job_id)}`, { method: 'DELETE' });
      button.closest('.line').remove();
    } catch (error) {
      this.app.alarm(error.message);
    }
  }
}

/** What half of the calls of a tool stay within. */
function half(seconds) {
  return seconds ? `half within ${duration(seconds)}` : '';
}

/** The texts of a tool's result; what is no text is named. */
function readable(text) {
  const cut = whole =>
    visiblePre(
      whole.length > LONGEST_SHOWN
        ? `${whole.slice(0, LONGEST_SHOWN)}\n… ${count(whole.length - LONGEST_SHOWN, 'more character')}`
        : whole,
    );
  let result;
  try {
    result = JSON.parse(text);
  } catch {
    return cut(text);
  }
  const content = Array.isArray(result?.content) ? result.content : null;
  return content
    ? [
        result.isError ? el('p', { class: 'bad' }, 'The tool reports an error.') : null,
        content
          .slice(0, 100)
          .map(one =>
            one?.type === 'text'
              ? cut(String(one.text))
              : el('p', { class: 'dim' }, `(${foreign(one?.type ?? 'nothing').textContent})`),
          ),
      ]
    : cut(JSON.stringify(result, null, 2));
}

function visiblePre(text) {
  return el('pre', { tabindex: '0' }, visible(text, true));
}

function keep(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = el('a', { href: url, download: `${name}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
