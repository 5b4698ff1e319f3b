import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Maximum bytes buffered for one socket before further events are held back. */
export const maxBufferedBytes = 256 * 1024;

/** Sends the events of one socket's subscriptions, with backpressure. */
export class SocketSender {
  readonly #web: WebSocket;
  readonly #net: Socket;
  #room: Promise<void> | null = null;

  constructor(web: WebSocket, net: Socket) {
    this.#web = web;
    this.#net = net;
  }

  /** Resolves once the text has left the process or the socket is closed. */
  async send(text: string): Promise<void> {
    while (this.#isOpen && this.#web.bufferedAmount > maxBufferedBytes) {
      this.#room ??= this.#waitForRoom();
      await this.#room;
    }
    if (!this.#isOpen) return;
    await new Promise<void>((resolve) => this.#web.send(text, () => resolve()));
  }

  get #isOpen(): boolean {
    return this.#web.readyState === this.#web.OPEN;
  }

  #waitForRoom(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#net.off('drain', done);
        this.#net.off('close', done);
        this.#room = null;
        resolve();
      };
      this.#net.on('drain', done);
      this.#net.on('close', done);
    });
  }
}

/** Cached text of events that are shared by many subscriptions. */
const texts = new WeakMap<object, string>();

function textOf(result: object): string {
  const text = texts.get(result) ?? JSON.stringify(result);
  texts.set(result, text);
  return text;
}

/**
 * Sends a subscription's events while it is iterated, and yields only its end. Takes the next event only after the
 * previous one was sent. So a client that stops reading buffers no more than that, and gets the current state first
 * when it continues.
 */
export class SendingStream implements AsyncIterableIterator<never, undefined> {
  readonly #events: AsyncIterator<object>;
  readonly #socket: SocketSender;
  readonly #begin: string;

  constructor(id: string, events: AsyncIterable<object>, socket: SocketSender) {
    this.#events = events[Symbol.asyncIterator]();
    this.#socket = socket;
    this.#begin = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  }

  async next(): Promise<IteratorReturnResult<undefined>> {
    for (;;) {
      const event = await this.#events.next();
      if (event.done === true) return over;
      await this.#socket.send(`${this.#begin}${textOf(event.value)}}`);
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#events.return?.();
    return over;
  }

  throw(): Promise<IteratorReturnResult<undefined>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const over: IteratorReturnResult<undefined> = { done: true, value: undefined };
