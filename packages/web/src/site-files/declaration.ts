import type { DeclaredDevice, SiteDeclaration } from '@atrium/domain/site-files';
import type { DeclarationFragment, SiteDeclarationInput } from './operations.generated.ts';

/** Converts a server answer: removes the client's additions, narrows the kinds of devices to those of the domain. */
export function toDeclaration(answer: DeclarationFragment): SiteDeclaration {
  const plain = copyOf(answer) as DeclarationFragment;
  return {
    ...plain,
    devices: plain.devices.map((device) => ({ ...device, kind: device.kind as DeclaredDevice['kind'] })),
  };
}

/** Converts a declaration to the API's input. */
export const toInput = (site: SiteDeclaration): SiteDeclarationInput => copyOf(site) as SiteDeclarationInput;

const copyOf = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === '__typename' ? undefined : part)));
