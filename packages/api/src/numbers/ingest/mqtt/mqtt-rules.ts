import type { Socket } from 'node:net';
import { describeMissingScope } from '@atrium/domain/people/access';
import type { AedesOptions, AuthenticateError, Client, PublishPacket } from 'aedes';
import { parseIpAddress } from '../../../platform/addresses/ip-address.ts';
import type { MessageEndpoint } from '../message-endpoint.ts';
import type { MqttBrokerDeps } from './broker-dependencies.ts';
import { createReadingsEndpoint, handleMessage, pauseFor } from './handle-message.ts';
import type { KeySession, KeySessions } from './key-sessions.ts';
import type { MqttLimits } from './mqtt-limits.ts';
import { buildAnswersTopic, getTopicKind, scopeOfTopic, withTopic } from './mqtt-topics.ts';

export interface RuleDeps extends MqttBrokerDeps {
  readonly limits: MqttLimits;
  readonly sessions: KeySessions;
  /** Publishes an answer to the topic's subscribers. */
  readonly publish: (topic: string, answer: object) => void;
  /** Aborted when the broker stops; messages stop waiting. */
  readonly stopping: AbortSignal;
}

type Rules = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'>
>;

/** CONNACK return codes. */
const unavailable = 3;
const badPassword = 4;
const notAuthorized = 5;

/**
 * Builds the rules for connecting, publishing and subscribing. `settled` resolves once every accepted message has
 * ended.
 */
export function createBrokerRules(deps: RuleDeps): { readonly of: Rules; settled(): Promise<void> } {
  const { sessions } = deps;
  const underWay = new Set<Promise<void>>();
  const of: Rules = {
    preConnect(_client, packet, done) {
      // No persistent sessions and no wills. Client ids are prefixed with the key, so that no client takes over the
      // connection of another key's gateway.
      packet.clean = true;
      delete packet.will;
      if (packet.clientId) packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
      done(null, true);
    },
    authenticate(client, username, password, done) {
      signIn(deps, client, username, password?.toString()).then((refused) => done(refused, refused === null));
    },
    authorizePublish(client, packet, done) {
      const taking = handlePublish(deps, client, packet).then(
        () => done(),
        (error) => done(error),
      );
      underWay.add(taking);
      taking.finally(() => underWay.delete(taking));
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.of(client);
      done(
        null,
        session !== undefined && subscription.topic === buildAnswersTopic(session.publicId) ? subscription : null,
      );
    },
    authorizeForward(client, packet) {
      const session = sessions.of(client);
      return session !== undefined && packet.topic === buildAnswersTopic(session.publicId) ? packet : null;
    },
  };
  return { of, settled: async () => void (await Promise.allSettled(underWay)) };
}

/** Returns the client's address; '' when it is gone. */
export const getClientAddress = ({ conn }: Client): string =>
  parseIpAddress((conn as Socket).remoteAddress ?? '') ?? '';

/**
 * Returns the reason to reject the client, or null. The user name is the key's public id, the password the whole key.
 */
async function signIn(
  { keys, guesses, sessions, limits, stopping, logError }: RuleDeps,
  client: Client,
  username: string | undefined,
  password: string | undefined,
): Promise<AuthenticateError | null> {
  if (stopping.aborted) return refusal(unavailable, 'stopping');
  try {
    if (password === undefined) return refusal(badPassword, 'the key is missing');
    const address = getClientAddress(client);
    if ((guesses?.wait(address, password) ?? 0) > 0) {
      return refusal(badPassword, 'too many unknown keys come from this address');
    }
    const holder = await keys.verify(password, address);
    guesses?.note(address, password, holder !== null);
    if (holder === null || holder.publicId !== username) {
      return refusal(badPassword, "the key is unknown, or the user name is not the key's");
    }
    const { publicId } = holder;
    if (sessions.connectionsOf(publicId) >= limits.connectionsPerKey) {
      return refusal(notAuthorized, 'too many connections with this key');
    }
    if (!client.closed) sessions.open(client, { secret: password, publicId }, stopping);
    return null;
  } catch (error) {
    logError('an MQTT client could not be signed in', error);
    return refusal(unavailable, 'keys can not be checked now');
  }
}

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode });

/**
 * Resolves when the message may be acknowledged. Rejects otherwise, which closes the connection. MQTT 3.1.1 has no
 * negative acknowledgement, and after a PUBACK the client forgets the message.
 */
async function handlePublish(deps: RuleDeps, client: Client | null, packet: PublishPacket): Promise<void> {
  const { sessions, keys, count, limits } = deps;
  const session = sessions.of(client);
  const kind = session === undefined ? null : getTopicKind(packet.topic, session.publicId);
  const door = kind === 'readings' ? createReadingsEndpoint(deps) : kind === 'devices' ? deps.devices : undefined;
  const refused = refusedBecause(session, door, packet);
  if (client === null || session === undefined || door === undefined || refused !== null) {
    count('refused');
    throw new Error(refused ?? 'not signed in');
  }
  // The broker would retain the message in memory forever.
  packet.retain = false;
  const holder = await keys.verify(session.secret, getClientAddress(client));
  if (holder === null || kind === null || !holder.scopes.includes(scopeOfTopic[kind])) {
    count('unknown_key');
    throw new Error(
      holder === null || kind === null
        ? 'the key was revoked or has expired'
        : describeMissingScope(holder.scopes, scopeOfTopic[kind], holder.withheld),
    );
  }
  const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
  let waitedFor = 0;
  const end = await handleMessage(door, withTopic(holder, packet.topic), payload, async (ms) => {
    waitedFor += ms;
    return waitedFor <= limits.overloadTimeoutMs && pauseFor(ms, session.ended);
  });
  if (end.outcome === 'notStored') {
    count('not_stored');
    throw new Error(end.message);
  }
  count(end.outcome);
  const about = { client: client.id.slice(session.publicId.length + 1), packet: packet.messageId ?? null };
  // Unreadable messages are acknowledged too: a retry would be just as unreadable.
  const answer = end.outcome === 'stored' ? end.summary : { code: 'BAD_INPUT', message: end.message };
  deps.publish(buildAnswersTopic(session.publicId), { ...about, ...answer });
}

function refusedBecause(
  session: KeySession | undefined,
  door: MessageEndpoint | undefined,
  packet: PublishPacket,
): string | null {
  if (session === undefined) return 'not signed in';
  if (door === undefined) return 'a key publishes to its own topics only';
  return packet.qos === 2 ? 'QoS 2 is not spoken here: QoS 1 is enough where sending again changes nothing' : null;
}
