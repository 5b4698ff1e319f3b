import type { Readable } from 'node:stream';
import { MissingBrowser } from './driver.ts';
import { findProgram, startProgram, stopProgram } from './program.ts';

/** Starts a virtual display under a free number. */
export async function startDisplay(): Promise<{ readonly name: string; stop(): Promise<void> }> {
  const program = findProgram('/usr/bin/Xvfb');
  if (program === undefined) throw new MissingBrowser('Xvfb is not installed (Debian package xvfb)');
  const child = startProgram(
    program,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    process.env,
  );
  const number = await new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    (child.stdio[3] as Readable).setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
  });
  return { name: `:${number}`, stop: () => stopProgram(child) };
}
