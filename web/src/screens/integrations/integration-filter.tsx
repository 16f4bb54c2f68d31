import { Chip, Group, TextInput } from '@mantine/core';
import type { Integration } from '@parley/contract/integrations';
import { IconSearch } from '@tabler/icons-react';
import { listCategories } from './find-integrations.ts';
import classes from './integrations.module.css';

type IntegrationFilterProps = {
  integrations: readonly Integration[];
  words: string;
  category: string;
  onWords: (words: string) => void;
  onCategory: (category: string) => void;
};

/** Search and categories above the cards. */
export function IntegrationFilter(props: IntegrationFilterProps) {
  return (
    <div className={classes['filter']}>
      <TextInput
        type="search"
        aria-label="Search integrations"
        placeholder="Search integrations"
        leftSection={<IconSearch size={17} />}
        value={props.words}
        maxLength={80}
        onChange={({ currentTarget }) => props.onWords(currentTarget.value)}
        className={classes['search'] ?? ''}
      />
      <Chip.Group value={props.category} onChange={(value) => props.onCategory(String(value))}>
        <Group gap={8} role="radiogroup" aria-label="Category">
          {listCategories(props.integrations).map((category) => (
            <Chip key={category} value={category} size="sm" radius="md">
              {category}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}
