import { Group, NativeSelect, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { delayUnits, type RetryDelay } from './retry-delay.ts';

type RetryDelayFieldProps = {
  label: string;
  description: string;
  error: ReactNode;
  value: RetryDelay;
  onChange: (delay: RetryDelay) => void;
};

/** How long to wait: a count and its unit under one name. */
export function RetryDelayField({ value, onChange, ...props }: RetryDelayFieldProps) {
  const withUnit = (count: ReactNode) => (
    <Group gap={8} wrap="nowrap" my={6}>
      <div style={{ flex: 1, minWidth: 0 }}>{count}</div>
      <NativeSelect
        aria-label={`${props.label}: unit`}
        value={value.unit}
        onChange={({ currentTarget }) => {
          const unit = delayUnits.find((each) => each === currentTarget.value);
          if (unit !== undefined) onChange({ ...value, unit });
        }}
        data={[...delayUnits]}
      />
    </Group>
  );
  return (
    <NumberInput
      {...props}
      value={value.count}
      onChange={(count) => onChange({ ...value, count })}
      min={0}
      max={43_200}
      decimalScale={2}
      hideControls
      inputContainer={withUnit}
      // The row has the space above and below it.
      styles={{ wrapper: { marginBlock: 0 } }}
    />
  );
}
