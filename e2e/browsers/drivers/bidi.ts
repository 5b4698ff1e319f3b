import { once } from 'node:events';

interface Message {
  readonly id?: number | null;
  readonly type: 'success' | 'error' | 'event';
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Opens a WebDriver BiDi connection: commands with results, and events. */
export async function openBidi(address: string, onEvent: (method: string, params: unknown) => void) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') return onEvent(message.method ?? '', message.params);
    const command = pending.get(message.id ?? -1);
    pending.delete(message.id ?? -1);
    if (message.type === 'success') command?.resolve(message.result);
    else command?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('the browser closed the connection'));
  });
  return {
    send(method: string, params: object): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    close: () => socket.close(),
  };
}
