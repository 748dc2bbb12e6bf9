// Lets a test break the stream of a message, as a network does: breakStream().
() => {
  const real = window.fetch;
  window.fetch = async (...all) => {
    const answer = await real(...all);
    if (!String(all[0]).includes('/api/sessions/stream')) {
      return answer;
    }
    const reader = answer.body.getReader();
    const body = new ReadableStream({
      start(to) {
        window.breakStream = () => {
          to.error(new TypeError('network error'));
          reader.cancel();
        };
      },
      async pull(to) {
        const { done, value } = await reader.read();
        done ? to.close() : to.enqueue(value);
      },
    });
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}
