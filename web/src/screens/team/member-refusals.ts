import { errorSentence } from '@parley/contract/errors';
import type { Role } from '@parley/contract/roles';
import type { Member } from '@parley/contract/team';

export type MemberFacts = {
  member: Pick<Member, 'role' | 'is_you'>;
  yourRole: Role;
  isLastOwner: boolean;
  /** Why the role does not allow to manage people; undefined where it does. */
  manageRefusal: string | undefined;
};

const ownersMatter = 'Only an owner changes or removes an owner.';

/** Why the role of a member cannot be changed; undefined where it can. The server holds the same rules. */
export function changeRefusal({ member, yourRole, isLastOwner, manageRefusal }: MemberFacts) {
  if (manageRefusal !== undefined) return manageRefusal;
  if (member.role === 'owner' && yourRole !== 'owner') return ownersMatter;
  return isLastOwner ? errorSentence('last_owner') : undefined;
}

/** Why a member cannot be removed, or cannot leave. Leaving needs no permission. */
export function removalRefusal(facts: MemberFacts) {
  if (facts.member.is_you) return facts.isLastOwner ? errorSentence('last_owner') : undefined;
  return changeRefusal(facts);
}
