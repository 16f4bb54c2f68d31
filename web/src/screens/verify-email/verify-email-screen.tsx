import { Title } from '@mantine/core';

export function VerifyEmailScreen() {
  return <Title order={1}>Verify your email</Title>;
}
