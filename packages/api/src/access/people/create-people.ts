import { ok } from '@atrium/domain/core';
import { cancelEmailChange, type EmailDependencies } from '../credentials/change-email.ts';
import { changePassword } from '../credentials/change-password.ts';
import { changeTwoFactor } from '../credentials/change-two-factor.ts';
import type { CredentialOperations } from '../credentials/credentials.graphql.ts';
import { sendContactVerification, verifyContact } from '../credentials/verify-contact.ts';
import { inviteByLink, inviteUser } from '../invitations/invite-user.ts';
import { showResetLink } from '../passwords/show-reset-link.ts';
import { addProfile, changeProfile, removeProfile } from '../profiles/change-profiles.ts';
import { profilesStore } from '../profiles/index.ts';
import type { ProfileOperations } from '../profiles/profiles.graphql.ts';
import { confirmEmail } from './confirm-email.ts';
import type { PeopleOperations } from './people.graphql.ts';
import { peopleStore } from './people.store.ts';
import type { PeopleDependencies } from './people-dependencies.ts';
import { removeUser } from './remove-user.ts';
import { updateOwnProfile } from './update-own-profile.ts';
import { updateUser } from './update-user.ts';
import { uploadPicture } from './upload-picture.ts';

export interface MemberOperations extends PeopleOperations, CredentialOperations, ProfileOperations {}

/** Builds all operations on members, by themselves and by those who manage them. */
export function createPeople(deps: PeopleDependencies & EmailDependencies): MemberOperations {
  const people = peopleStore(deps.db);
  return {
    allUsers: (scope) => people.all(scope),
    findUser: (scope, id) => people.find(scope, id),
    inviteMember: async (scope, user) => {
      const invited = await inviteUser(deps, scope, user);
      return invited.ok ? ok(invited.value.account) : invited;
    },
    inviteByLink: async (scope, user) => {
      const invited = await inviteByLink(deps, scope, user);
      return invited.ok ? ok({ ...invited.value.invitation, account: invited.value.account }) : invited;
    },
    showResetLink: (scope, userId) => showResetLink(deps, scope, userId),
    confirmEmail: (scope, confirmed) => confirmEmail(deps, scope, confirmed),
    updateOwnProfile: (scope, profile, proof) => updateOwnProfile(deps, scope, profile, proof),
    uploadPicture: (scope, bytes, signal) => uploadPicture(deps, scope, bytes, signal),
    updateUser: (scope, id, change, address) => updateUser(deps, scope, id, change, address),
    removeUser: (scope, id) => removeUser(deps, scope, id),
    changePassword: (scope, change) => changePassword(deps, scope, change),
    changeTwoFactor: (scope, contact, proof) => changeTwoFactor(deps, scope, contact, proof),
    sendContactVerification: (scope, contact) => sendContactVerification(deps, scope, contact),
    verifyContact: (scope, attempt) => verifyContact(deps, scope, attempt),
    cancelEmailChange: (scope) => cancelEmailChange(deps, scope),
    allProfiles: (scope) => profilesStore(deps.db).all(scope),
    addProfile: (scope, profile) => addProfile(deps, scope, profile),
    changeProfile: (scope, id, profile) => changeProfile(deps, scope, id, profile),
    removeProfile: (scope, id) => removeProfile(deps, scope, id),
  };
}
