import type { Permission, Role } from './roles.ts';

/** What staff read of a role, from most to least. */
export const roleLabels: Readonly<Record<Role, { name: string; text: string }>> = {
  owner: { name: 'Owner', text: 'Everything, and the workspace itself: hands it over, makes other owners.' },
  admin: { name: 'Admin', text: 'Also manages people, connections and keys, and sees who changed what.' },
  editor: {
    name: 'Editor',
    text: 'Builds agents, assigns numbers and places calls. Does not manage people.',
  },
  supervisor: {
    name: 'Supervisor',
    text: 'Listens to recordings, follows and ends calls, and reviews them. Changes nothing.',
  },
  viewer: {
    name: 'Viewer',
    text: 'Sees agents, lists and figures. Hears no recordings and changes nothing.',
  },
};

/** Who to ask for what one's own role does not allow. */
const holders: Readonly<Record<Permission, string>> = {
  'signed-in': 'an owner or admin',
  review: 'an owner or admin',
  edit: 'an owner or admin',
  manage: 'an owner or admin',
  own: 'an owner',
};

/** Why a button is disabled. Without a known role it says no more than that. */
export function refusalSentence(role: Role | undefined, permission: Permission): string {
  const whose = role === undefined ? 'Your role' : `Your role ${roleLabels[role].name}`;
  return `${whose} does not allow this. Ask ${holders[permission]}.`;
}
