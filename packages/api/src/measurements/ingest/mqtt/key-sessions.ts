import type { Client } from 'aedes';
import type { IngestKeyHolder } from '../message-door.ts';

/** An ingest key's holder, with the name that topics use. */
export interface MqttKeyHolder extends IngestKeyHolder {
  readonly publicId: string;
}

/** What a client signed in with. The secret is kept to ask again at each message: a key may be revoked meanwhile. */
export interface KeySession {
  readonly secret: string;
  readonly publicId: string;
  /** Aborted when the connection or the broker ends: nothing of it waits any more. */
  readonly ended: AbortSignal;
}

interface OpenSession extends KeySession {
  readonly end: AbortController;
}

/** Who signed in on which connection, and how many do with each key. */
export class KeySessions {
  readonly #sessions = new WeakMap<Client, OpenSession>();
  readonly #connections = new Map<string, number>();

  of(client: Client | null): KeySession | undefined {
    return client === null ? undefined : this.#sessions.get(client);
  }

  open(client: Client, key: Pick<KeySession, 'secret' | 'publicId'>, brokerEnds: AbortSignal): void {
    const end = new AbortController();
    this.#sessions.set(client, { ...key, end, ended: AbortSignal.any([end.signal, brokerEnds]) });
    this.#connections.set(key.publicId, this.connectionsOf(key.publicId) + 1);
  }

  /** May be called more than once for a client. */
  close(client: Client): void {
    const session = this.#sessions.get(client);
    if (session === undefined) return;
    this.#sessions.delete(client);
    session.end.abort();
    const left = this.connectionsOf(session.publicId) - 1;
    if (left > 0) this.#connections.set(session.publicId, left);
    else this.#connections.delete(session.publicId);
  }

  connectionsOf(publicId: string): number {
    return this.#connections.get(publicId) ?? 0;
  }
}
