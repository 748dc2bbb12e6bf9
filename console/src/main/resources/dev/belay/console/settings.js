/** What a person has chosen in this browser: colours, keys, notices. */
import { el } from './dom.js';
import { signOut, token } from './session.js';

/** @typedef {{ colours: string, letters: boolean, notices: boolean }} Settings */

const PLACE = 'belay.settings';
const NO_NOTICES =
  'The browser does not allow notices here; ' +
  'it asks only at an address of this machine or with TLS.';

/** @type {Settings} */
const DEFAULTS = { colours: 'auto', letters: true, notices: false };

/** @returns {Settings} */
export function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

/** @param {Partial<Settings>} changes */
function change(changes) {
  localStorage.setItem(PLACE, JSON.stringify({ ...read(), ...changes }));
  apply();
}

/** Applies the colours. */
export function apply() {
  document.documentElement.dataset.colours = read().colours;
}

/**
 * Shows a notice of the system while nobody looks at this page; without arguments of calls, and
 * without a sound.
 *
 * @param {string} title
 * @param {string} body
 * @param {() => void} onOpen
 */
export function notify(title, body, onOpen) {
  if (
    !read().notices ||
    !document.hidden ||
    !('Notification' in window) ||
    Notification.permission !== 'granted'
  ) {
    return;
  }
  try {
    const notice = new Notification(title, { body, tag: 'belay-approval', silent: true });
    notice.onclick = () => {
      window.focus();
      onOpen();
    };
  } catch {
    // Phones have none: the title tells.
  }
}

/** @returns {Page} */
export function open() {
  const now = read();
  /** @type {HTMLSelectElement} */
  const colours = el(
    'select',
    { id: 'colours', change: () => change({ colours: colours.value }) },
    ['auto', 'light', 'dark'].map(name =>
      el('option', { value: name, selected: name === now.colours }, name),
    ),
  );
  /** @type {HTMLInputElement} */
  const letters = el('input', {
    type: 'checkbox',
    id: 'letters',
    checked: now.letters,
    change: () => change({ letters: letters.checked }),
  });
  const said = el('p', { class: 'note', role: 'status' });
  /** @type {HTMLInputElement} */
  const notices = el('input', {
    type: 'checkbox',
    id: 'notices',
    checked: now.notices,
    change: async () => {
      const wanted = notices.checked;
      const granted =
        wanted &&
        'Notification' in window &&
        (await Notification.requestPermission()) === 'granted';
      change({ notices: granted });
      notices.checked = granted;
      said.textContent = wanted && !granted ? NO_NOTICES : '';
    },
  });
  return {
    title: 'Settings',
    element: el(
      'section',
      { class: 'settings' },
      el('p', null, el('label', { for: 'colours' }, 'Colours '), colours),
      el('p', null, letters, el('label', { for: 'letters' }, ' Keys of one letter')),
      el(
        'p',
        null,
        notices,
        el('label', { for: 'notices' }, ' Notices when a call waits for a decision'),
      ),
      said,
      token() ? el('p', null, el('button', { click: signOut }, 'Sign out of this browser')) : null,
    ),
    close() {},
  };
}
