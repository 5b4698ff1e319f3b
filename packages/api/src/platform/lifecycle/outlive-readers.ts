/**
 * Whoever reads what a process says may end before it does, as in `npm start | head -1`: it works on, since what it was
 * asked to do is done whether or not somebody hears of it.
 */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
