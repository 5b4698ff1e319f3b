/** Wraps a function so that at most `most` calls run at once; further calls wait. */
export function limitConcurrency<Args extends unknown[], Answer>(
  work: (...args: Args) => Promise<Answer>,
  most: number,
): (...args: Args) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work(...args);
    } finally {
      // The next waiting call takes over this slot.
      const begin = waiting.shift();
      if (begin === undefined) running -= 1;
      else begin();
    }
  };
}
