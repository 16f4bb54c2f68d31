import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { formatAgentNumber } from '@parley/contract/phone';

/** The numbers of an agent: the first as a badge, the others behind `+N` (AGENTS-1). */
export function AgentNumbers({ numbers }: { numbers: readonly string[] }) {
  const [first, ...others] = numbers;
  if (first === undefined) return <Text c="dimmed">–</Text>;
  return (
    <Group gap={6} wrap="nowrap" miw="max-content">
      <Badge size="lg" color="gray" className="num" fw={500} style={{ flex: 'none' }}>
        {formatAgentNumber(first)}
      </Badge>
      {others.length > 0 && (
        <Tooltip
          label={
            <Stack gap={2}>
              <strong>Additional Numbers:</strong>
              {others.map((number) => (
                <span key={number} className="num">
                  {formatAgentNumber(number)}
                </span>
              ))}
            </Stack>
          }
          events={{ hover: true, focus: true, touch: true }}
        >
          <Badge size="lg" component="button" type="button" fw={600} style={{ flex: 'none' }}>
            +{others.length}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}
