/**
 * Server-sent events out of an answer of fetch, which unlike EventSource sends a token and shows
 * refusals.
 */

/**
 * Reads events until the stream ends. `onEvent({id, event, data})` gets each, `onSign()` each sign
 * of life, comments too.
 */
export async function readEvents(answer, onEvent, onSign = () => {}) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let id = null;
  let name = 'message';
  let data = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    onSign();
    rest += value;
    let from = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      const line = rest.slice(from, end).replace(/\r$/, '');
      from = end + 1;
      if (line === '') {
        if (data.length > 0) {
          onEvent({ id, event: name, data: data.join('\n') });
        }
        name = 'message';
        data = [];
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'id') {
          id = text;
        } else if (field === 'event') {
          name = text;
        } else if (field === 'data') {
          data.push(text);
        }
      }
    }
    rest = rest.slice(from);
  }
}
