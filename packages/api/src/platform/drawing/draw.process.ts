import type { DrawAnswer, DrawJob, DrawRequest } from './draw-job.ts';
import { paperFonts } from './fonts/paper-fonts.ts';

// Started by `drawing.ts` and ended with it. One request at a time: the next comes when this one is answered.

async function draw(job: DrawJob, folder: string): Promise<Uint8Array | string> {
  const fonts = await paperFonts(folder);
  switch (job.kind) {
    case 'fonts':
      return JSON.stringify(fonts);
    case 'picture': {
      const { drawPicture } = await import('./draw-picture.ts');
      return drawPicture(job, fonts);
    }
    case 'pdf': {
      const { drawPdf } = await import('./draw-pdf.ts');
      return drawPdf(job, fonts);
    }
  }
}

process.on('message', async ({ job, fonts }: DrawRequest) => {
  const answer: DrawAnswer = await draw(job, fonts).then(
    (drawn) => ({ drawn }),
    (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(answer);
});
// Whoever started this is gone.
process.on('disconnect', () => process.exit(0));
