import { Text, Title } from '@mantine/core';
import type { FlightCheck } from '@parley/contract/campaigns';
import { formatNumberRow } from '@parley/contract/phone';
import { sayLimits } from '@parley/contract/voice-rules';
import { useState } from 'react';
import { type SaidWelcome, sayWelcome } from '../../api/voices.ts';
import { ListenButton } from '../../components/sound/listen-button.tsx';
import { tellNotPlayed } from '../../components/sound/tell-not-played.ts';
import { useSound } from '../../components/sound/use-sound.ts';
import classes from './campaigns.module.css';
import checkClasses from './check.module.css';
import { joinGreetings } from './join-greetings.ts';

type CheckGreetingsProps = { greetings: FlightCheck['greetings']; voiceId: string | null } & Pick<
  FlightCheck,
  'language'
>;

/** What some of the people will hear first, to read and to listen to in the agent's voice. */
export function CheckGreetings({ greetings, voiceId, language }: CheckGreetingsProps) {
  const player = useSound(tellNotPlayed);
  const joined = joinGreetings(greetings);
  const [standIn, setStandIn] = useState<SaidWelcome['heardAs']>(null);
  if (greetings.length === 0) return null;
  const listen = async (voice: string, text: string): Promise<Blob> => {
    const said = await sayWelcome(voice, { text, fields: {}, language });
    setStandIn(said.heardAs);
    return said.sound;
  };
  return (
    <section>
      <Title order={3} size="h4" mb={6}>
        What they hear first
      </Title>
      <ul className={checkClasses['greetings']}>
        {joined.map(({ text, heardBy }) => (
          <li key={text}>
            <div className={classes['row-line']}>
              <Text size="sm" c="dimmed" className="num">
                {joined.length === 1 && heardBy.length > 1
                  ? 'Everybody hears the same'
                  : heardBy.map(({ phone }) => formatNumberRow(phone)).join(', ')}
              </Text>
              {voiceId !== null && text !== '' && (
                <ListenButton
                  player={player}
                  sound={text}
                  load={() => listen(voiceId, text)}
                  isDisabled={text.length > sayLimits.textLength}
                  about={`what ${formatNumberRow(heardBy[0]?.phone ?? '')} hears first`}
                />
              )}
            </div>
            <Text mt={4} className={classes['words'] ?? ''}>
              {text === '' ? 'The agent waits until the person speaks.' : `“${text}”`}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt={standIn ? 6 : 0} role="status">
        {standIn && `Heard as “${standIn.voice_name}”, which stands in for the agent's voice.`}
      </Text>
    </section>
  );
}
