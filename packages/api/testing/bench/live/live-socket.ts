import { WebSocket } from 'ws';

/** Subscription and server of a socket. */
export interface Subscribing {
  readonly address: string;
  readonly query: string;
  readonly variables: object;
}

const protocol = 'graphql-transport-ws';

/**
 * Opens a socket with so many equal subscriptions. Reports each message without parsing it, so that the client costs
 * less than the server. Resolves once the connection is acknowledged.
 */
export function openLiveSocket(
  { address, query, variables }: Subscribing,
  token: string,
  onValue: (text: string) => void,
  subscriptions = 1,
): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v2/graphql`, protocol);
  const send = (message: object) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`closed with ${code}: ${reason}`)));
    socket.on('open', () => send({ type: 'connection_init', payload: { token } }));
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.includes('"type":"next"')) onValue(text);
      else if (text.includes('"type":"connection_ack"')) {
        for (let id = 1; id <= subscriptions; id++)
          send({ id: `${id}`, type: 'subscribe', payload: { query, variables } });
        resolve(socket);
      } else if (text.includes('"type":"error"')) reject(new Error(text));
    });
  });
}
