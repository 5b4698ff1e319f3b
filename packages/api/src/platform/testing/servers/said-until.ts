import type { Readable } from 'node:stream';

/**
 * Resolves to what `awaited` found once a process has said it, rejects with what it said where it ends before. What it
 * says after that is read as well: whoever writes to a pipe that nobody reads any more is stopped or ended by it.
 */
export function saidUntil(output: Readable, awaited: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
  let said = '';
  const read = (text: string) => {
    said += text;
    const found = awaited.exec(said);
    if (found === null) return;
    output.off('data', read).resume();
    resolve(found);
  };
  output.setEncoding('utf8').on('data', read);
  output.on('end', () => reject(new Error(`ended: ${said}`)));
  return promise;
}
