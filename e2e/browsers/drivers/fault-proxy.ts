import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Collects script errors in `window.gatheredFaults`, before any other script of the page runs. */
const gatherFaults = `(() => {
  const faults = (window.gatheredFaults = []);
  addEventListener('error', (event) => {
    if (event.target === window || event.message) faults.push(event.message || 'an error without words');
    else faults.push('not loaded: ' + (event.target.src || event.target.href));
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => faults.push('not handled: ' + reason));
  const { error } = console;
  console.error = (...said) => { faults.push(said.map(String).join(' ')); error.apply(console, said); };
})();`;
const scriptPath = '/gather-faults.js';

/**
 * Serves the product on another port with a script in front of the page's own, for browsers whose driver reports no
 * errors. The product sees its own address. Returns the proxy's origin.
 */
export async function startFaultProxy(product: string): Promise<{ readonly origin: string; stop(): void }> {
  const target = new URL(product);
  const server = createServer((asked, answer) => {
    if (asked.url === scriptPath) answer.setHeader('content-type', 'text/javascript').end(gatherFaults);
    else pass(asked, answer, target);
  });
  server.on('upgrade', (asked: IncomingMessage, socket, head) => {
    const onward = request({ ...place(asked, target) });
    onward.on('error', () => socket.destroy());
    onward.on('upgrade', (answer, other) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage}`];
      for (let at = 0; at < answer.rawHeaders.length; at += 2)
        lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(head);
      socket.pipe(other).pipe(socket);
      socket.on('error', () => other.destroy());
      other.on('error', () => socket.destroy());
    });
    onward.on('response', () => socket.destroy());
    onward.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(asked: IncomingMessage, answer: ServerResponse, target: URL): void {
  const onward = request(place(asked, target), (answered) => {
    const { statusCode = 502, headers } = answered;
    if (!headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(statusCode, headers);
      answered.pipe(answer);
      return;
    }
    const parts: Buffer[] = [];
    answered.on('data', (part: Buffer) => parts.push(part));
    answered.on('end', () => {
      const html = Buffer.concat(parts).toString().replace('<head>', `<head><script src="${scriptPath}"></script>`);
      const { 'content-length': _, etag: __, ...others } = headers;
      answer.writeHead(statusCode, others).end(html);
    });
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}

/** Forwards the request with the product's own address in the headers it checks. Requests uncompressed pages. */
function place({ url, method, headers }: IncomingMessage, target: URL) {
  const own: IncomingHttpHeaders = { ...headers, host: target.host };
  if (headers.origin) own.origin = target.origin;
  if (headers.referer) own.referer = headers.referer.replace(new URL(headers.referer).origin, target.origin);
  if (headers.accept?.includes('text/html')) delete own['accept-encoding'];
  return { host: target.hostname, port: target.port, path: url, method, headers: own };
}
