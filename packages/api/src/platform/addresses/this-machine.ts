import type { IncomingMessage } from 'node:http';
import { addressCheck } from './address-check.ts';
import { addressIn } from './ip-address.ts';

const isLoopback = addressCheck(['127.0.0.0/8', '::1/128']);

/** Headers by which a proxy says that it speaks for somebody else. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether whoever asks runs on this very machine: over its loopback, or from an address of its own to that same
 * address. A proxy beside the product does too, so what a proxy handed on does not count.
 */
export function isOnThisMachine({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const peer = addressIn(socket.remoteAddress ?? '') ?? '';
  return isLoopback(peer) || (peer !== '' && peer === addressIn(socket.localAddress ?? ''));
}
