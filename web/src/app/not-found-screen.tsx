import { Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { brand } from '../components/brand.ts';
import { LinkButton } from '../components/links.tsx';

/** ROUTE-3: a path that leads nowhere. */
export function NotFoundScreen() {
  useDocumentTitle(`Page not found · ${brand.productName}`);
  return (
    <Center mih="70vh" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <Text className="num" c="dimmed" fw={600} fz={64} lh={1} ff="headings">
          404
        </Text>
        <Title order={1} size="h2">
          Oops! Page not found 404
        </Title>
        <Text c="dimmed" mb="sm">
          The address may be mistyped, or the page has moved.
        </Text>
        <LinkButton to="/login">Back to Login</LinkButton>
      </Stack>
    </Center>
  );
}
