import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './page-footer.module.css';

type PageFooterProps = {
  pagination: { current_page: number; total_pages: number; has_previous: boolean; has_next: boolean };
  count: number;
  isLoading: boolean;
  /** What stands for the count while the next page is on its way. */
  loadingText: string;
  onPage: (page: number) => void;
};

/** Where in a list one is, and the way to the pages around (CALLS-5, NUM-1). */
export function PageFooter({ pagination, count, isLoading, loadingText, onPage }: PageFooterProps) {
  const { current_page: page, total_pages: pages, has_previous: hasPrevious, has_next: hasNext } = pagination;
  return (
    <div className={classes['footer']}>
      <Text size="sm" c="dimmed" className="num" role="status">
        {isLoading ? loadingText : `Page ${page} of ${pages} (Total ${count} records)`}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconChevronLeft size={16} />}
          disabled={!hasPrevious || isLoading}
          onClick={() => onPage(page - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<IconChevronRight size={16} />}
          disabled={!hasNext || isLoading}
          onClick={() => onPage(page + 1)}
        >
          Next
        </Button>
      </Group>
    </div>
  );
}
