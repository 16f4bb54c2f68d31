import { Radio, Stack, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AgentValues } from './agent-values.ts';

type WelcomeFieldProps = {
  type: AgentValues['welcomeType'];
  text: string;
  error: ReactNode;
  onChange: (change: Partial<Pick<AgentValues, 'welcomeType' | 'welcome'>>) => void;
};

/** Who speaks first, and with which words (EDITOR-3). */
export function WelcomeField({ type, text, error, onChange }: WelcomeFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Welcome Message"
        value={type}
        onChange={(welcomeType) => onChange({ welcomeType: welcomeType === 'play' ? 'play' : 'silent' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="silent"
            label="User speaks first"
            description="The agent is silent until it is spoken to."
          />
          <Radio value="play" label="AI greets first" description="The agent begins with the words below." />
        </Stack>
      </Radio.Group>
      {type === 'play' && (
        <Textarea
          label="What the agent says first"
          value={text}
          error={error}
          autosize
          minRows={2}
          maxRows={6}
          onChange={({ currentTarget }) => onChange({ welcome: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
