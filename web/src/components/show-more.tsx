import { Button, Center } from '@mantine/core';

type ShowMoreProps = {
  /** The pages of the list, as its query knows them. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
};

/** Below a list that was read in part: brings its next part, while there is one. */
export function ShowMore({ list, label = 'Show more' }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Center p="md">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </Center>
  );
}
