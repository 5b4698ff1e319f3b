import { afterEach, describe, expect, it } from 'vitest';
import { storeAllowedLanguages } from '../../../i18n/allowed.ts';
import { languages } from '../../../i18n/index.ts';
import { buildDraft } from './draft.ts';
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
  afterEach(() => void storeAllowedLanguages(Object.keys(languages)));

  it('is that of the page, whatever the invitation’s language', () => {
    expect(buildDraft(invitation, 'en').lang).toBe('en');
    expect(buildDraft({ ...invitation, language: 'en' }, 'ar').lang).toBe('ar');
  });

  it('is one that may be chosen: French where the page’s may not be', () => {
    storeAllowedLanguages(['en', 'fr']);
    expect(buildDraft(invitation, 'de').lang).toBe('fr');
    expect(buildDraft(invitation, 'en').lang).toBe('en');
  });
});
