import { Button, Collapse, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { AgentLanguage } from '@parley/contract/agent-languages';
import { sayLimits } from '@parley/contract/voice-rules';
import { IconUser } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type SaidWelcome, sayWelcome } from '../../../api/voices.ts';
import { ListenButton } from '../../../components/sound/listen-button.tsx';
import { tellNotPlayed } from '../../../components/sound/tell-not-played.ts';
import { useSound } from '../../../components/sound/use-sound.ts';
import { fieldLabel, sampleFields } from './sample-contact.ts';

/** Hears the welcome message in the chosen voice, as it is said to a sample contact. */
export function WelcomeListen({
  text,
  voice,
  language,
}: {
  text: string;
  voice: string;
  language: AgentLanguage;
}) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isOpen, setIsOpen] = useState(false);
  /** What was heard last, and of what: it says nothing of a text that was changed since. */
  const [said, setSaid] = useState<SaidWelcome & { of: string }>();
  const player = useSound(tellNotPlayed);
  const panelId = useId();
  const fields = sampleFields(text, typed);
  const names = Object.keys(fields);
  const listened = `${voice} ${language} ${text}`;
  const listen = async (): Promise<Blob> => {
    const answer = await sayWelcome(voice, { text: text.trim(), fields, language });
    setSaid({ ...answer, of: listened });
    return answer.sound;
  };
  return (
    <div>
      <Group gap="xs">
        <ListenButton
          player={player}
          sound="welcome"
          load={listen}
          isDisabled={text.trim() === '' || voice === '' || text.length > sayLimits.textLength}
        />
        {names.length > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconUser size={16} stroke={1.7} />}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen((was) => !was)}
          >
            Sample contact
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen && names.length > 0} id={panelId}>
        <Text size="sm" c="dimmed" mt="xs">
          Who is greeted when you listen. In a call the fields are filled with what is known of the person;
          what is not known is left out.
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="xs">
          {names.map((name) => (
            <TextInput
              key={name}
              label={fieldLabel(name)}
              placeholder="Not known"
              value={fields[name] ?? ''}
              maxLength={sayLimits.valueLength}
              onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, [name]: value }))}
            />
          ))}
        </SimpleGrid>
      </Collapse>
      <div role="status">
        {said?.of === listened && (
          <Text size="sm" c="dimmed" mt="xs">
            {said.heardAs
              ? `Heard as “${said.heardAs.voice_name}”, which stands in for the chosen voice: `
              : 'Heard: '}
            “{said.text}”
          </Text>
        )}
      </div>
    </div>
  );
}
