/** Lets so many at a time through. */
export function gate(width) {
  let free = width;
  const waiting = [];
  return async (body) => {
    if (free > 0) free--;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await body();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
