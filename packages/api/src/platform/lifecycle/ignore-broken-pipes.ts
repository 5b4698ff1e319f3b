/**
 * Ignores broken pipes on the standard streams, as with `npm start | head -1`: the process continues its work without a
 * reader.
 */
export function ignoreBrokenPipes(): void {
  for (const output of [process.stdout, process.stderr])
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
