/**
 * Characters that nobody would see, or that turn a text around: which they are, and how they are
 * shown. The sets are those of the gateway; `hidden.txt` among the tests lists them for both.
 */

/** For names and words: whatever has no shape of its own. */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]/gu;

/** For prose, which needs the joiners of emoji and scripts, and soft hyphens. */
const HIDDEN_IN_PROSE =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]/gu;

/**
 * Shows hidden characters by their code, line breaks and tabs excepted where `lines`.
 *
 * @param {unknown} text
 */
export function visible(text, lines = false) {
  return String(text).replace(HIDDEN, char =>
    lines && (char === '\n' || char === '\t') ? char : code(char),
  );
}

/**
 * A text that people or models wrote, with the characters shown by their code that hide in it.
 *
 * @param {string} text
 */
export function prose(text) {
  return text.replace(HIDDEN_IN_PROSE, code);
}

/**
 * A text of at most `most` characters and an ellipsis; never splits a surrogate pair.
 *
 * @param {string} text
 * @param {number} most
 */
export function shortened(text, most) {
  if (text.length <= most) {
    return text;
  }
  const isSplit = /[\uD800-\uDBFF]/.test(text[most - 1]);
  return text.slice(0, isSplit ? most - 1 : most) + '…';
}

/** @param {string} char */
function code(char) {
  return `⟦U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
