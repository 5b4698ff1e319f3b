import type { Readable } from 'node:stream';

/**
 * Resolves with the match of `awaited` once a process has printed it; rejects with its output when it ends first. Later
 * output is still read, because a process that writes to an unread pipe blocks or is killed.
 */
export function waitForOutput(output: Readable, awaited: RegExp): Promise<RegExpExecArray> {
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
