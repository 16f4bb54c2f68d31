import { Modal, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TestLine, TestResult, TestVerdict } from '@parley/contract/agent-tests';
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { describeCheck } from './describe-check.ts';
import { StateBadge } from './state-badge.tsx';
import classes from './tests.module.css';

/** What came of one test: each expectation with its reason, and the conversation. */
export function TestResultDialog({ result, onClose }: { result: TestResult; onClose: () => void }) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  const { name, state, problem, verdicts, transcript } = result;
  return (
    <Modal opened onClose={onClose} title={name} size="lg" fullScreen={isPhone}>
      <Stack gap="lg">
        <div>
          <StateBadge state={state} />
          {problem !== '' && <Text mt="xs">{problem}</Text>}
        </div>
        {verdicts.length > 0 && (
          <section>
            <Title order={3} size="h5" mb="xs">
              Expectations
            </Title>
            <ul className={classes['plain']}>
              {verdicts.map((verdict, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown.
                <Verdict key={at} verdict={verdict} />
              ))}
            </ul>
          </section>
        )}
        {transcript.length > 0 && (
          <section>
            <Title order={3} size="h5" mb="xs">
              Conversation
            </Title>
            <ol className={classes['plain']}>
              {transcript.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown.
                <Line key={at} line={line} />
              ))}
            </ol>
          </section>
        )}
      </Stack>
    </Modal>
  );
}

function Verdict({ verdict }: { verdict: TestVerdict }) {
  const { check, is_forbidden, is_met, reason, quote } = verdict;
  const [Icon, color, word] =
    is_met === null
      ? ([IconQuestionMark, 'gray', 'Not decided'] as const)
      : is_met
        ? ([IconCheck, 'pine', 'Held'] as const)
        : ([IconX, 'red', 'Did not hold'] as const);
  return (
    <li className={classes['verdict']}>
      <ThemeIcon size={26} radius="xl" variant="light" color={color} aria-label={word} role="img">
        <Icon size={16} stroke={2.2} />
      </ThemeIcon>
      <div>
        <Text fw={600}>
          {is_forbidden && 'Must not happen: '}
          {describeCheck(check)}
        </Text>
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        {quote !== '' && <Text size="sm">“{quote}”</Text>}
      </div>
    </li>
  );
}

function Line({ line }: { line: TestLine }) {
  if (line.speaker === 'end')
    return (
      <li>
        <Text size="sm" c="dimmed" ta="center">
          {line.text}
        </Text>
      </li>
    );
  if (line.speaker === 'tool')
    return (
      <li className={classes['tool']}>
        <Text size="sm" fw={600}>
          The agent used {line.name}
        </Text>
        {line.arguments !== '' && line.arguments !== '{}' && (
          <Text size="sm" className={classes['code'] ?? ''}>
            {line.arguments}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {line.text}
        </Text>
      </li>
    );
  return (
    <li className={classes['line']} data-speaker={line.speaker}>
      <Text size="xs" fw={600} className={classes['speaker'] ?? ''}>
        {line.speaker === 'agent' ? 'Agent' : 'Customer'}
      </Text>
      <Text>{line.text}</Text>
    </li>
  );
}
