import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PdfJob } from './draw-job.ts';
import type { PaperFont } from './paper-fonts.ts';
import { findFallbackFolders } from './paper-fonts.ts';

/** Returns the tagged PDF of a template; its pictures stay vectors and text. Throws with the template's diagnostics. */
export async function drawPdf(job: PdfJob, fonts: readonly PaperFont[]): Promise<Uint8Array> {
  const { template, data, pictures } = job;
  // A template can read only below its root, which contains the mapped files and our fonts.
  const root = dirname(fonts[0]?.path ?? '');
  const compiler = NodeCompiler.create({
    workspace: root,
    fontArgs: [
      { fontBlobs: await Promise.all(fonts.map(({ path }) => readFile(path))) },
      { fontPaths: [...findFallbackFolders([data, ...Object.values(pictures)])] },
    ],
  });
  compiler.mapShadow(join(root, 'data.json'), Buffer.from(data));
  for (const [name, picture] of Object.entries(pictures))
    compiler.mapShadow(join(root, 'pictures', name), Buffer.from(picture));
  const compiled = compiler.compile({ mainFileContent: template });
  if (compiled.result === null) {
    const error = compiled.takeError();
    throw new Error(JSON.stringify(error === null ? 'no document' : error.shortDiagnostics));
  }
  return compiler.pdf(compiled.result);
}
