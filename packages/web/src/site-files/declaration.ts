import type { DeclaredDevice, SiteDeclaration } from '@atrium/domain/site-files';
import type { DeclarationFragment, SiteDeclarationInput } from './operations.generated.ts';

/** As it was answered, without what the client adds, and with the kinds of devices the domain knows. */
export function declarationOf(answer: DeclarationFragment): SiteDeclaration {
  const plain = copyOf(answer) as DeclarationFragment;
  return {
    ...plain,
    devices: plain.devices.map((device) => ({ ...device, kind: device.kind as DeclaredDevice['kind'] })),
  };
}

/** As it is sent. */
export const inputOf = (site: SiteDeclaration): SiteDeclarationInput => copyOf(site) as SiteDeclarationInput;

const copyOf = (value: object): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === '__typename' ? undefined : part)));
