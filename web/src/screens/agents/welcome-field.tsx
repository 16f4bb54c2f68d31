import { Radio, Skeleton, Stack, Textarea } from '@mantine/core';
import type { AgentLanguage } from '@parley/contract/agent-languages';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AgentValues } from './agent-values.ts';

const WelcomeListen = lazy(async () => ({
  default: (await import('./voice/welcome-listen.tsx')).WelcomeListen,
}));

type WelcomeFieldProps = {
  type: AgentValues['welcomeType'];
  text: string;
  /** Id of the voice it is heard in; empty for none. */
  voice: string;
  language: AgentLanguage;
  error: ReactNode;
  onChange: (change: Partial<Pick<AgentValues, 'welcomeType' | 'welcome'>>) => void;
};

/** Who speaks first, and with which words (EDITOR-3). */
export function WelcomeField({ type, text, voice, language, error, onChange }: WelcomeFieldProps) {
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
        <>
          <Textarea
            label="What the agent says first"
            value={text}
            error={error}
            autosize
            minRows={2}
            maxRows={6}
            onChange={({ currentTarget }) => onChange({ welcome: currentTarget.value })}
          />
          <Suspense fallback={<Skeleton height={30} width={90} />}>
            <WelcomeListen text={text} voice={voice} language={language} />
          </Suspense>
        </>
      )}
    </Stack>
  );
}
