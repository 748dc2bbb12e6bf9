/** What a person has chosen in this browser: colours, keys, notices. */
import { el } from './dom.js';
import { signOut, token } from './session.js';

const PLACE = 'belay.settings';
const DEFAULTS = { colours: 'auto', letters: true, notices: false };

export function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

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

export function open() {
  const now = read();
  const colours = el(
    'select',
    { id: 'colours', change: event => change({ colours: event.target.value }) },
    ['auto', 'light', 'dark'].map(name =>
      el('option', { value: name, selected: name === now.colours }, name),
    ),
  );
  const letters = el('input', {
    type: 'checkbox',
    id: 'letters',
    checked: now.letters,
    change: event => change({ letters: event.target.checked }),
  });
  const said = el('p', { class: 'note', role: 'status' });
  const notices = el('input', {
    type: 'checkbox',
    id: 'notices',
    checked: now.notices,
    change: async event => {
      const wanted = event.target.checked;
      const granted =
        wanted &&
        'Notification' in window &&
        (await Notification.requestPermission()) === 'granted';
      change({ notices: granted });
      event.target.checked = granted;
      said.textContent =
        wanted && !granted
          ? 'The browser does not allow notices here; it asks only at an address of this machine or with TLS.'
          : '';
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
