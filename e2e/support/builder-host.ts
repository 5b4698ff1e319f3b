import { createServer, type Server } from 'node:http';
import type { Frame, Page } from '@playwright/test';

/**
 * An external builder: a page on its own origin with the preview in a frame, controlled by messages. The preview's
 * responses are stored in `window.heard`.
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
  /** Origin of the configured builder. */
  readonly origin: string;
  /** The same server under another origin. */
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
        // Closes idle connections that the browser keeps open.
        server.closeAllConnections();
      }),
  };
}

/** Posts a message as the builder's own page. */
export const post = (page: Page, data: unknown) =>
  page.evaluate((said) => {
    const frame = document.getElementById('preview') as HTMLIFrameElement;
    frame.contentWindow?.postMessage(said, '*');
  }, data);

export const getReceived = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);

export function previewFrame(page: Page): Frame {
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame());
  if (!frame) throw new Error('the preview has no frame');
  return frame;
}
