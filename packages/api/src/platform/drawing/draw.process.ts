import type { DrawAnswer, DrawJob, DrawRequest } from './draw-job.ts';
import { loadPaperFonts } from './paper-fonts.ts';

// Child process of `drawing.ts`. Handles one request at a time.

async function draw(job: DrawJob, folder: string): Promise<Uint8Array | string> {
  const fonts = await loadPaperFonts(folder);
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
// The parent process is gone.
process.on('disconnect', () => process.exit(0));
