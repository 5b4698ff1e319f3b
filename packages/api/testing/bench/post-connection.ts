import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Response to a post. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  /** Raw bytes as latin1. */
  readonly body: string;
}

/**
 * Gateway connection that sends one post after the other. Request bytes are prepared in advance and responses barely
 * parsed. The sender shares the machine with the server, and Node's own client takes as much CPU per post as the server
 * does.
 */
export class PostConnection {
  readonly #socket: Socket;
  #text = '';
  #waiting: PromiseWithResolvers<Answer> | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (part) => this.#read(`${part}`));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the connection was closed')));
  }

  /**
   * Opens a connection and sends one request, like a working gateway, because the server closes many silent
   * connections.
   */
  static async open(address: string): Promise<PostConnection> {
    const line = await PostConnection.connect(address);
    await line.post(Buffer.from(`GET /healthz HTTP/1.1\r\nhost: ${new URL(address).host}\r\n\r\n`));
    return line;
  }

  /** Opens a connection without a request, for a gateway that connects when it has something to send. */
  static async connect(address: string): Promise<PostConnection> {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new PostConnection(socket);
  }

  post(bytes: Buffer): Promise<Answer> {
    this.#waiting = Promise.withResolvers();
    this.#socket.write(bytes);
    return this.#waiting.promise;
  }

  /** Whether the server closed it. */
  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#text.slice(0, end);
    const body = readBody(head, this.#text.slice(end + 4));
    if (body === null) return;
    this.#text = '';
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }
}

/** Returns the body once it is complete; null before. */
function readBody(head: string, text: string): string | null {
  if (!/^transfer-encoding: *chunked/im.test(head)) {
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
    return text.length < length ? null : text;
  }
  if (!text.endsWith('0\r\n\r\n')) return null;
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const begin = text.indexOf('\r\n', at) + 2;
    const length = Number.parseInt(text.slice(at, begin), 16);
    if (length === 0) return parts.join('');
    // The apparent end was inside a chunk.
    if (begin === 1 || begin + length > text.length) return null;
    parts.push(text.slice(begin, begin + length));
    at = begin + length + 2;
  }
}

/** Builds the bytes of a POST with a JSON body; `more` are additional headers. */
export function buildPost(url: URL, secret: string, body: string, ...more: readonly string[]): Buffer {
  const lines = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `authorization: Bearer ${secret}`,
    ...more,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
