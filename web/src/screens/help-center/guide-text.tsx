import { Fragment } from 'react';
import { brand } from '../../components/brand.ts';
import { LinkText } from '../../components/links.tsx';

const marks = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** A text of a guide with its bold words, code and links. */
export function GuideText({ text }: { text: string }) {
  const named = text.replaceAll('{product}', brand.productName);
  const parts = [];
  let from = 0;
  for (const match of named.matchAll(marks)) {
    const [whole, bold, code, label, to = ''] = match;
    parts.push(<Fragment key={from}>{named.slice(from, match.index)}</Fragment>);
    if (bold !== undefined) parts.push(<strong key={match.index}>{bold}</strong>);
    else if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else
      parts.push(
        <LinkText key={match.index} to={to} underline="always">
          {label}
        </LinkText>,
      );
    from = match.index + whole.length;
  }
  return (
    <>
      {parts}
      {named.slice(from)}
    </>
  );
}
