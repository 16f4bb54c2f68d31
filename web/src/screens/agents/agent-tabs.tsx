import { Accordion, Card, Skeleton, Tabs, Tooltip } from '@mantine/core';
import type { VoiceAgent } from '@parley/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { simulationOptionsQuery } from '../../api/simulations.ts';
import classes from './agent-tabs.module.css';
import type { AgentValues } from './agent-values.ts';
import { FunctionsSection } from './functions/functions-section.tsx';
import { KnowledgeSection } from './knowledge-section.tsx';
import { MergeFieldsSection } from './merge-fields-section.tsx';

const SimulationTab = lazy(async () => ({
  default: (await import('./simulation/simulation-tab.tsx')).SimulationTab,
}));

const TestsPanel = lazy(async () => ({ default: (await import('./tests/tests-panel.tsx')).TestsPanel }));

type AgentTabsProps = {
  agent: VoiceAgent;
  values: AgentValues;
  /** There are changes that are not saved. */
  isChanged: boolean;
  onChange: (change: Partial<AgentValues>) => void;
  onInsert: (field: string) => void;
};

/** Create with its sections, Simulation (EDITOR-4, EDITOR-5), and the tests of the agent. */
export function AgentTabs({ agent, values, isChanged, onChange, onInsert }: AgentTabsProps) {
  const [tab, setTab] = useState<string | null>('create');
  const [hasSimulated, setHasSimulated] = useState(false);
  const options = useQuery(simulationOptionsQuery);
  const isSoon = options.data?.is_available === false;
  return (
    <Card p={0}>
      <Tabs
        value={isSoon && tab === 'simulation' ? 'create' : tab}
        onChange={(value) => {
          setTab(value);
          if (value === 'simulation') setHasSimulated(true);
        }}
      >
        <Tabs.List grow>
          <Tabs.Tab value="create">Create</Tabs.Tab>
          {isSoon ? (
            // It is seen and reached by keyboard, so that its tooltip is read; picking it does nothing.
            <Tooltip label="Voice Simulation Coming Soon!" events={{ hover: true, focus: true, touch: true }}>
              <Tabs.Tab value="simulation" aria-disabled className={classes['soon'] ?? ''}>
                Simulation
              </Tabs.Tab>
            </Tooltip>
          ) : (
            <Tabs.Tab value="simulation">Simulation</Tabs.Tab>
          )}
          <Tabs.Tab value="tests">Tests</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="create">
          <Accordion
            multiple
            order={2}
            defaultValue={agent.agent_kb.length > 0 ? ['functions', 'knowledge'] : ['functions']}
            classNames={{ item: classes['section'] ?? '', label: classes['label'] ?? '' }}
          >
            <Accordion.Item value="functions">
              <Accordion.Control>Functions</Accordion.Control>
              <Accordion.Panel>
                <FunctionsSection
                  agentId={agent.agent_uuid}
                  functions={values.functions}
                  onChange={(functions) => onChange({ functions })}
                />
              </Accordion.Panel>
            </Accordion.Item>
            <Accordion.Item value="knowledge">
              <Accordion.Control>Knowledge Base</Accordion.Control>
              <Accordion.Panel>
                <KnowledgeSection
                  attached={values.knowledge}
                  onChange={(knowledge) => onChange({ knowledge })}
                />
              </Accordion.Panel>
            </Accordion.Item>
            <Accordion.Item value="merge-fields">
              <Accordion.Control>Merge Fields</Accordion.Control>
              <Accordion.Panel>
                <MergeFieldsSection onInsert={onInsert} />
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
        </Tabs.Panel>
        <Tabs.Panel value="simulation">
          {hasSimulated && !isSoon && (
            <Suspense fallback={<Skeleton height={240} m="md" />}>
              <SimulationTab agentId={agent.agent_uuid} values={values} />
            </Suspense>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="tests">
          {tab === 'tests' && (
            <Suspense fallback={<Skeleton m="md" height={160} />}>
              <TestsPanel agent={agent} isChanged={isChanged} />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
