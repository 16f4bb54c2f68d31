import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { agentTestLimits } from '@parley/contract/agent-test-rules';
import type { Scenario } from '@parley/contract/agent-tests';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentTestsQuery, saveScenario } from '../../../api/agent-tests.ts';
import { failureMessage, failureTitle } from '../../../api/failure-message.ts';
import { toast } from '../../../components/toasts.ts';
import { AnswerRows } from './answer-rows.tsx';
import { CheckRows } from './check-rows.tsx';
import { scenarioChecks, toScenarioInput, valuesOfScenario } from './scenario-values.ts';

type ScenarioDialogProps = {
  agentId: string;
  /** Undefined: a new one. */
  scenario: Scenario | undefined;
  /** A language model plays the customer; otherwise the lines are said as they stand. */
  hasModel: boolean;
  onClose: () => void;
};

/** Makes or changes a test of an agent. */
export function ScenarioDialog({ agentId, scenario, hasModel, onClose }: ScenarioDialogProps) {
  const cache = useQueryClient();
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  const form = useForm({ initialValues: valuesOfScenario(scenario), validate: scenarioChecks });
  const { values } = form;
  const saving = useMutation({
    mutationFn: () => saveScenario(agentId, scenario?.id, toScenarioInput(values, scenario)),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: agentTestsQuery(agentId).queryKey });
      onClose();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'test_not_saved') }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={scenario ? 'Edit test' : 'New test'}
      size="lg"
      fullScreen={isPhone}
      closeOnClickOutside={!form.isDirty()}
    >
      <form
        noValidate
        onSubmit={form.onSubmit(() => {
          if (!saving.isPending) saving.mutate();
        })}
      >
        <Stack gap="lg">
          <TextInput
            {...form.getInputProps('name')}
            label="Name"
            placeholder="A patient asks for the opening hours"
            maxLength={agentTestLimits.nameLength}
            data-autofocus
          />
          <Textarea
            {...form.getInputProps('persona')}
            label="Who is calling"
            placeholder="A father whose child has a toothache. He is in a hurry."
            autosize
            minRows={2}
            maxRows={5}
            maxLength={agentTestLimits.personaLength}
          />
          <Textarea
            {...form.getInputProps('goal')}
            label="What they want"
            placeholder="An appointment today."
            autosize
            minRows={2}
            maxRows={5}
            maxLength={agentTestLimits.goalLength}
          />
          <Textarea
            {...form.getInputProps('lines')}
            label="What they say"
            description={
              hasModel
                ? 'One line a turn, optional: the language model that plays the customer brings these up.'
                : 'One line a turn. They are said in this order, whatever the agent answers.'
            }
            placeholder={'When do you open on Monday?\nThank you, goodbye.'}
            autosize
            minRows={3}
            maxRows={10}
          />
          <CheckRows
            legend="Must happen"
            rows={values.must}
            onChange={(must) => form.setFieldValue('must', must)}
          />
          <CheckRows
            legend="Must not happen"
            rows={values.mustNot}
            onChange={(mustNot) => form.setFieldValue('mustNot', mustNot)}
          />
          <AnswerRows rows={values.answers} onChange={(answers) => form.setFieldValue('answers', answers)} />
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {scenario ? 'Save test' : 'Create test'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
