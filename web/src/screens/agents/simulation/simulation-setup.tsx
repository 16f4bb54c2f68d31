import {
  Alert,
  Button,
  Collapse,
  Group,
  Radio,
  Stack,
  Text,
  TextInput,
  ThemeIcon,
  Title,
} from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import {
  IconChevronDown,
  IconKeyboard,
  IconMessages,
  IconMicrophone,
  IconMicrophoneOff,
} from '@tabler/icons-react';
import { failureMessage } from '../../../api/failure-message.ts';
import { Allowed } from '../../../components/allowed.tsx';
import classes from './simulation.module.css';
import type { SimulationState, Way } from './simulation-session.ts';
import { problemWords, wayLabels, wayNotes } from './way-words.ts';

type SimulationSetupProps = {
  ways: readonly Way[];
  way: Way;
  onWay: (way: Way) => void;
  fieldNames: readonly string[];
  /** It has functions that do something outside the call. */
  actsOutside: boolean;
  samples: Readonly<Record<string, string>>;
  onSample: (name: string, value: string) => void;
  state: SimulationState;
  onStart: (way: Way) => void;
};

/** Before a simulation: how to talk, sample values of merge fields, Start. */
export function SimulationSetup(props: SimulationSetupProps) {
  const { ways, way, onWay, fieldNames, actsOutside, samples, onSample, state, onStart } = props;
  const isStarting = state.phase === 'starting';
  return (
    <Stack p="md" gap="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon size={40} radius="lg" variant="light">
          <IconMessages size={22} stroke={1.7} />
        </ThemeIcon>
        <div>
          <Title order={2} size="h3">
            Talk to this agent
          </Title>
          <Text size="sm" c="dimmed">
            It talks as it stands in the editor now, saved or not. The call is kept in Call History as a
            simulation and counts in no figures.
          </Text>
        </div>
      </Group>
      {ways.length > 1 && (
        <Radio.Group label="How do you want to talk?" value={way} onChange={(value) => onWay(value as Way)}>
          <Stack gap="xs" mt={6}>
            {ways.map((each) => (
              <Radio key={each} value={each} label={wayLabels[each]} description={wayNotes[each]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {!ways.includes('microphone') && (
        <Text size="sm" c="dimmed">
          No speech recogniser is connected, so the agent reads what you write and answers aloud. Connect a
          provider that recognises speech to talk by microphone.
        </Text>
      )}
      {actsOutside && (
        <Text size="sm" c="dimmed">
          Its functions really run: appointments are booked and webhooks are called. Transfers ring nobody:
          you are told who would be rung, and what they would hear.
        </Text>
      )}
      {fieldNames.length > 0 && <SampleValues names={fieldNames} samples={samples} onSample={onSample} />}
      <Trouble state={state} isTyping={way === 'typing'} onType={() => onStart('typing')} />
      <Allowed permission="edit">
        <Button
          size="lg"
          fullWidth
          loading={isStarting}
          leftSection={
            way === 'typing' ? (
              <IconKeyboard size={22} stroke={1.8} />
            ) : (
              <IconMicrophone size={22} stroke={1.8} />
            )
          }
          onClick={() => onStart(way)}
        >
          Start simulation
        </Button>
      </Allowed>
    </Stack>
  );
}

function SampleValues({
  names,
  samples,
  onSample,
}: { names: readonly string[] } & Pick<SimulationSetupProps, 'samples' | 'onSample'>) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        rightSection={
          <IconChevronDown size={16} className={classes['chevron'] ?? ''} data-open={isOpen || undefined} />
        }
      >
        Sample values for {names.length} merge {names.length === 1 ? 'field' : 'fields'}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="xs" pt="xs">
          <Text size="sm" c="dimmed">
            What would be known of the customer. The agent asks for what is left empty.
          </Text>
          {names.map((name) => (
            <TextInput
              key={name}
              label={name}
              maxLength={500}
              autoComplete="off"
              value={samples[name] ?? ''}
              onChange={({ currentTarget }) => onSample(name, currentTarget.value)}
            />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

/** Why it could not begin, and what to do about it. */
function Trouble({
  state,
  isTyping,
  onType,
}: {
  state: SimulationState;
  isTyping: boolean;
  onType: () => void;
}) {
  const { microphoneProblem, failure } = state;
  if (microphoneProblem !== null && !isTyping) {
    const { title, text } = problemWords[microphoneProblem];
    return (
      <Alert color="red" role="alert" title={title} icon={<IconMicrophoneOff size={18} />}>
        <Text size="sm">{text}</Text>
        <Button variant="default" size="compact-sm" mt="xs" onClick={onType}>
          Type instead
        </Button>
      </Alert>
    );
  }
  if (failure === null) return null;
  return (
    <Alert color="red" role="alert">
      {failureMessage(failure, 'unexpected')}
    </Alert>
  );
}
