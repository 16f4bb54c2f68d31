import { AppError } from '@parley/contract/errors';
import { IconSpeakerphone } from '@tabler/icons-react';
import { LinkButton } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';

/** Whether there is no such campaign, or none that could have this id. */
export function isGone(error: Error): boolean {
  return error instanceof AppError && (error.status === 404 || error.status === 422);
}

/** What stands where a campaign would be that was deleted. */
export function CampaignGone() {
  return (
    <Notice
      icon={<IconSpeakerphone size={26} stroke={1.7} />}
      title="This campaign is gone"
      action={<LinkButton to="/app/campaigns">All campaigns</LinkButton>}
    >
      It was deleted, or the address is not complete.
    </Notice>
  );
}
