import { createServer, type Server } from 'node:http';
import type { Frame, Page } from '@playwright/test';

/**
 * A builder as somebody else would write one: a page of its own origin with the preview in a frame, told what to show
 * by messages. What the preview answers is kept in `window.heard`.
 */
const page = (preview: string) => `<!doctype html><html lang="en"><title>Builder</title>
<body style="margin:0"><h1>Builder</h1>
<iframe id="preview" title="Preview" src="${preview}" style="width:1200px;height:900px;border:0"></iframe>
<script>
  window.heard = [];
  addEventListener('message', (event) => {
    if (event.origin === ${JSON.stringify(new URL(preview).origin)}) heard.push(event.data);
  });
</script></body></html>`;

export interface BuilderHost {
  /** Of the configured builder. */
  readonly origin: string;
  /** The same server under a name that is not the builder's. */
  readonly foreign: string;
  close(): Promise<void>;
}

export async function startBuilderHost(product: string): Promise<BuilderHost> {
  const port = Number(new URL(product).port) + 1;
  const server: Server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/empty' ? '<!doctype html><title>Empty</title>' : page(`${product}/widget-builder`));
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    origin: `http://localhost:${port}`,
    foreign: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // The browser keeps connections ready that it never used; nobody else would end them.
        server.closeAllConnections();
      }),
  };
}

/** Says it as the builder's own page does. */
export const post = (page: Page, data: unknown) =>
  page.evaluate((said) => {
    const frame = document.getElementById('preview') as HTMLIFrameElement;
    frame.contentWindow?.postMessage(said, '*');
  }, data);

export const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);

export function previewFrame(page: Page): Frame {
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame());
  if (!frame) throw new Error('the preview has no frame');
  return frame;
}
