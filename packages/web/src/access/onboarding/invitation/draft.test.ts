import { afterEach, describe, expect, it } from 'vitest';
import { allowLanguages } from '../../../i18n/allowed.ts';
import { languages } from '../../../i18n/index.ts';
import { draftOf } from './draft.ts';
import type { Invitation } from './use-invitation.ts';

const invitation = {
  state: 'VALID',
  email: null,
  organizationName: null,
  organizationAddress: null,
  role: 'admin',
  language: 'fr',
  mayNameOrganization: true,
} as Invitation;

describe('the language an invitation presets (A13)', () => {
  afterEach(() => void allowLanguages(Object.keys(languages)));

  it('is that of the page, whatever the invitation’s language', () => {
    expect(draftOf(invitation, 'en').lang).toBe('en');
    expect(draftOf({ ...invitation, language: 'en' }, 'ar').lang).toBe('ar');
  });

  it('is one that may be chosen: French where the page’s may not be', () => {
    allowLanguages(['en', 'fr']);
    expect(draftOf(invitation, 'de').lang).toBe('fr');
    expect(draftOf(invitation, 'en').lang).toBe('en');
  });
});
