/** The same work, of which no more than so many are under way at once; the others wait their turn. */
export function fewAtOnce<Args extends unknown[], Answer>(
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
      // Whoever waits takes over this one's place.
      const begin = waiting.shift();
      if (begin === undefined) running -= 1;
      else begin();
    }
  };
}
