import { Title } from '@mantine/core';

export function SignupScreen() {
  return <Title order={1}>Start your free trial</Title>;
}
