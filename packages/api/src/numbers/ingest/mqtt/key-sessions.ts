import type { Client } from 'aedes';
import type { IngestKeyHolder } from '../message-endpoint.ts';

/** Owner of an ingest key, with the key's name in topics. */
export interface MqttKeyHolder extends IngestKeyHolder {
  readonly publicId: string;
}

/**
 * Sign-in of a client. The secret is verified again for each message, because the key may be revoked in the meantime.
 */
export interface KeySession {
  readonly secret: string;
  readonly publicId: string;
  /** Aborted when the connection or the broker closes. Its messages stop waiting. */
  readonly ended: AbortSignal;
}

interface OpenSession extends KeySession {
  readonly end: AbortController;
}

/** Maps connections to sign-ins and counts the connections of each key. */
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

  /** Idempotent. */
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
