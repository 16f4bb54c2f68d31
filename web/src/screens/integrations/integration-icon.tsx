import { Avatar } from '@mantine/core';
import type { Integration } from '@parley/contract/integrations';

/** The icon of an integration; its first letter where it cannot be loaded. The name stands beside it. */
export function IntegrationIcon({ integration, size }: { integration: Integration; size: number }) {
  return (
    <Avatar
      src={integration.icon_res_image_url}
      alt=""
      size={size}
      radius="md"
      color="pine"
      aria-hidden="true"
    >
      {integration.display_name.slice(0, 1)}
    </Avatar>
  );
}
