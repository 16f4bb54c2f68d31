import { Text } from '@mantine/core';
import type { AuditChange, AuditEntry } from '@parley/contract/audit';
import { auditSentence } from '@parley/contract/audit-actions';
import { capitalise, formatCallTime } from '../../components/format.ts';
import classes from './team.module.css';

/** One thing somebody did, as a sentence, with what changed, when and from where. */
export function ActivityLine({ entry }: { entry: AuditEntry }) {
  const { actor, action, subject, at, address, changes } = entry;
  const sentence = auditSentence(action, subject.name);
  return (
    <li className={classes['entry']}>
      <Text className={classes['sentence'] ?? ''}>
        <strong>{actor.kind === 'api_key' ? `API key ${actor.name}` : actor.name}</strong> {sentence}
      </Text>
      {changes.length > 0 && (
        <ul className={classes['changes']}>
          {changes.map((change) => (
            <li key={change.field}>{describeChange(change)}</li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed" className="num">
        <time dateTime={at}>{formatCallTime(at)}</time> · from {address}
      </Text>
    </li>
  );
}

/** `Role: Viewer → Editor`; without values where they are long or secret. */
function describeChange({ field, before, after }: AuditChange): string {
  const name = capitalise(field.replaceAll('_', ' '));
  if (before === null && after === null) return `${name} changed`;
  const [from, to] = [before, after].map((value) => (value && field === 'role' ? capitalise(value) : value));
  if (from === null) return `${name}: ${to}`;
  return `${name}: ${from || 'empty'} → ${to || 'none'}`;
}
