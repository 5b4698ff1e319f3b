import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Bytes that may wait for one socket's reader before what happens next is no longer put beside them. */
export const mostWaiting = 256 * 1024;

/** What one socket's subscriptions send by: each of them when there is room for it. */
export class RoomySocket {
  readonly #web: WebSocket;
  readonly #net: Socket;
  #room: Promise<void> | null = null;

  constructor(web: WebSocket, net: Socket) {
    this.#web = web;
    this.#net = net;
  }

  /** Resolves once the text has left the process, or there is nobody any more to send it to. */
  async send(text: string): Promise<void> {
    while (this.#isOpen && this.#web.bufferedAmount > mostWaiting) {
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

/** Of events that many are told the same of, the text. */
const texts = new WeakMap<object, string>();

function textOf(result: object): string {
  const text = texts.get(result) ?? JSON.stringify(result);
  texts.set(result, text);
  return text;
}

/**
 * Sends a subscription's events while it is being read, and yields nothing but its end. The next event is taken only when
 * the one before has left: of whoever stops reading no more than that is kept, and what they are told first when they go
 * on is what is true then.
 */
export class SentStream implements AsyncIterableIterator<never, undefined> {
  readonly #events: AsyncIterator<object>;
  readonly #socket: RoomySocket;
  readonly #begin: string;

  constructor(id: string, events: AsyncIterable<object>, socket: RoomySocket) {
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
