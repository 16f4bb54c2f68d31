import { Skeleton, Stack } from '@mantine/core';
import { findMergeFields } from '@parley/contract/merge-field-rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { failureMessage } from '../../../api/failure-message.ts';
import { simulationOptionsQuery } from '../../../api/simulations.ts';
import { LoadFailed } from '../../../components/notice.tsx';
import { type AgentValues, inputOf } from '../agent-values.ts';
import { hasBrowserRecogniser } from './browser-recogniser.ts';
import { SimulationConnecting } from './simulation-connecting.tsx';
import { SimulationLive } from './simulation-live.tsx';
import { SimulationSession, type Way } from './simulation-session.ts';
import { SimulationSetup } from './simulation-setup.tsx';
import { listWays } from './way-words.ts';

/** Talking to the agent as it stands in the editor (EDITOR-4). What is said stays while the tab is away. */
export function SimulationTab({ agentId, values }: { agentId: string; values: AgentValues }) {
  const options = useQuery(simulationOptionsQuery);
  const [session] = useState(() => new SimulationSession());
  const state = useStore(session.store);
  const [samples, setSamples] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState<Way>();
  useEffect(() => () => session.reset(), [session]);

  if (options.isPending)
    return (
      <Stack p="md" role="status" aria-label="Loading simulation">
        <Skeleton height={80} />
        <Skeleton height={40} />
      </Stack>
    );
  if (options.isError)
    return (
      <LoadFailed
        message={failureMessage(options.error, 'unexpected')}
        isBusy={options.isFetching}
        onRetry={() => void options.refetch()}
      />
    );

  const ways = listWays({
    hearsSpeech: options.data.hears_speech,
    hasBrowserRecogniser: hasBrowserRecogniser(),
  });
  const way = chosen !== undefined && ways.includes(chosen) ? chosen : (ways[0] ?? 'typing');
  const fieldNames = findMergeFields(`${values.prompt}\n${values.welcome}`);
  const given = () => {
    const { based_on_version: _version, ...draft } = inputOf(values, 0);
    const fields = Object.fromEntries(
      fieldNames.flatMap((name) => (samples[name]?.trim() ? [[name, samples[name].trim()] as const] : [])),
    );
    return { agent_id: agentId, draft, fields };
  };

  if (state.phase === 'idle' || (state.phase === 'starting' && !state.isAgain))
    return (
      <SimulationSetup
        ways={ways}
        way={way}
        onWay={setChosen}
        fieldNames={fieldNames}
        actsOutside={values.functions.some(({ type }) => type !== 'end_call' && type !== 'press_digit')}
        samples={samples}
        onSample={(name, value) => setSamples((before) => ({ ...before, [name]: value }))}
        state={state}
        onStart={(by) => {
          setChosen(by);
          void session.start(given(), by);
        }}
      />
    );
  if (state.callId === null) return <SimulationConnecting prior={state.prior} />;
  return (
    <SimulationLive
      key={state.callId}
      session={session}
      state={state}
      onAgain={() => void session.start(given(), way)}
      onReplay={(replay) => void session.start(given(), state.way, replay)}
    />
  );
}
